package dataset

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// TestHubOf: a card names the languages of the configuration, or the one that its stemmer is made for; und where that says nothing.
func TestHubOf(t *testing.T) {
	for _, c := range []struct{ languages, stemmer, want string }{{"de,en", "porter", "de en"}, {"", "porter", "en"},
		{"", "snowball:french", "fr"}, {"", "none", "und"}} {
		h := HubOf(chaintest.Config(t, func(cfg *configs.Config) {
			cfg.Tokenize.CardLanguage, cfg.Gen.Stemmer, cfg.Tokenize.CardLicense = c.languages, c.stemmer, "mit"
		}))
		if got := strings.Join(h.Languages, " "); got != c.want || h.License != "mit" {
			t.Errorf("%+v: %s, %s", c, got, h.License)
		}
	}
}

// TestManifestInputs: each input has its place in the manifest, with all that is known of it.
func TestManifestInputs(t *testing.T) {
	got := ManifestInputs([]stage.Input{{Role: "collection", Name: "c.tsv", Bytes: 7, SHA256: "ab", Format: "msmarco"}, {Role: "topics"}})
	want := []shard.ManifestInput{{Role: "collection", Name: "c.tsv", Bytes: 7, SHA256: "ab", Format: "msmarco"}, {Role: "topics"}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestWantOnlyTaken: only a pool with a ratio that gave all it has wants no more than it gave.
func TestWantOnlyTaken(t *testing.T) {
	for _, c := range []struct {
		name                 string
		pairs, wanted, taken int
		size                 int
		want                 int // of wanted
	}{
		{"all of a ratio", 0, 9, 5, 5, 5}, {"short by one", 0, 6, 5, 5, 5},
		{"not all of it", 0, 9, 5, 6, 9}, {"enough", 0, 5, 5, 5, 5}, {"a number", 9, 9, 5, 5, 9},
	} {
		d := &Drawer{Axioms: &quota.Axioms{Pools: []sample.Pool{{Pairs: c.pairs}}}}
		list := []sample.PoolLedger{{Wanted: c.wanted, Shortfall: c.wanted - c.taken, Taken: c.taken, Size: c.size}}
		if d.wantOnlyTaken(list); list[0].Wanted != c.want || list[0].Shortfall != c.want-c.taken {
			t.Errorf("%s: wanted %d, short by %d", c.name, list[0].Wanted, list[0].Shortfall)
		}
	}
}

// TestIsUnjudged: a ratio of any size has nothing to stand beside where nothing is judged.
func TestIsUnjudged(t *testing.T) {
	for _, c := range []struct {
		ratio    float64
		unjudged bool
		want     bool
	}{{.5, true, true}, {3, true, true}, {0, true, false}, {.5, false, false}} {
		d := &Drawer{Unjudged: c.unjudged, Axioms: &quota.Axioms{Pools: []sample.Pool{{Ratio: c.ratio}}}}
		if d.isUnjudged() != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// TestCountWithPairs: a query with one candidate has no pair.
func TestCountWithPairs(t *testing.T) {
	if n := countWithPairs([]mine.Query{{}, {Docs: make([]mine.Candidate, 1)}, {Docs: make([]mine.Candidate, 2)},
		{Docs: make([]mine.Candidate, 3)}}); n != 2 {
		t.Errorf("%d queries, want 2", n)
	}
}

// TestCountRanking: the six judged pairs (TestRows) are twelve pointwise rows; groups and rows of axioms are not known before they are
// drawn.
func TestCountRanking(t *testing.T) {
	chain := chaintest.All(t, func(cfg *configs.Config) { cfg.Gen.Axioms = "" })
	training, err := prepare.Training(&chain.Run.Config.Gen, chain.Splits)
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDrawer(chain, training, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		axioms, unit string
		want         int
	}{{"", "pairs", 6}, {"", quota.CountPointwise, 12}, {"", quota.CountGroups, notEstimated}, {"tfc1", "pairs", notEstimated}} {
		var g configs.Gen
		g.Axioms, g.RankingRows = c.axioms, c.unit
		if got := countRanking(&g, d); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestFilesOfSample: the rows of each split, the account, the page and what makes shards of the rows are there. A query that two splits
// have is written once.
func TestFilesOfSample(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Spares = "2" })
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pairs/train.parquet", "pairs/dev.parquet", "pairs/test.parquet", "pairs/spares/train.parquet",
		"pairs/spares/test.parquet", ledgerName, PairsPage, PairsQueries, PairsConfig, PairsManifest} {
		if _, err := chain.Run.Out.ReadFile(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	chain.Splits = append(slices.Clone(chain.Splits), chain.Splits[0], prepare.Split{Queries: []mine.Query{{ID: "&", Text: "a<b"}}})
	if err := writeCompanions(chain, data); err != nil {
		t.Fatal(err)
	}
	raw, err := chain.Run.Out.ReadFile(PairsQueries)
	const want = `{"_id":"q1","text":"apple"} {"_id":"q2","text":"pear"} {"_id":"q3","text":"plum"} {"_id":"q4","text":"fig"} ` +
		`{"_id":"q5","text":"cherry"} {"_id":"&","text":"a<b"}`
	if got := strings.Join(strings.Split(strings.TrimSpace(string(raw)), "\n"), " "); err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
	raw, err = chain.Run.Out.ReadFile(PairsConfig)
	for _, key := range []string{"vocab", "output_format", "scores", "rows_of", "candidates"} {
		if err != nil || strings.Contains(string(raw), " "+key+":") {
			t.Errorf("%v, settings with %s:\n%s", err, key, raw)
		}
	}
}

// TestSpareRows: by hand, from the rows of TestRows and one negative of each positive. Of q1 and of q2 two more are kept, of q3 two of
// three; q4 has d5 above three documents, and q5 only the one negative, so that it is short.
func TestSpareRows(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Spares, c.Gen.Axioms, c.Gen.NegativesPerPositive = "2", "", 1 })
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []account.Filling{{Negatives: 2, Positives: 2, Spares: 4}, {Negatives: 2, Positives: 1, Spares: 2},
		{Negatives: 2, Positives: 2, Spares: 2, Short: 1}} {
		s := data.Sets[i]
		if got := data.Report.Groups[s.Split]; got != want || s.Spares.Len() != want.Spares {
			t.Errorf("%s: %+v and %d rows, want %+v", s.Split, got, s.Spares.Len(), want)
		}
		met := map[string]bool{}
		for _, r := range slices.Concat(s.Pairs.Rows(), s.Spares.Rows()) {
			if key := r.QueryID + r.PosID + r.NegID; met[key] || r.UID == "" || r.PosLabel != sample.LabelRelevant {
				t.Errorf("%+v is there twice, or lacks its label", r)
			} else {
				met[key] = true
			}
		}
	}
}

// TestInterruptedSources: what the sources of a consensus find is not told where the run was interrupted.
func TestInterruptedSources(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms = "consensus(tfc1, lnc1; 2)" })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sourcesOf(ctx, chain, &chain.Splits[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was interrupted", err)
	}
}

// TestSizesOfCollection: by hand. Eight documents, five queries, and the documents that hold their words: 5, 4, 5, 4 and 2.
func TestSizesOfCollection(t *testing.T) {
	want := [][2]string{{"documents", "8"}, {"queries", "5"}, {"candidates", "20"}}
	if got := factsOf(chaintest.All(t, nil)); !slices.Equal(got[:3], want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTakeInTurn: by hand. One row of each pool, then the next of each that has more.
func TestTakeInTurn(t *testing.T) {
	table := new(pairs.Table)
	for i, axiom := range []string{"a", "a", "a", "b", "", "b"} {
		table.Append(&pairs.Pair{UID: string(rune('0' + i)), Task: "t", Axiom: axiom, QueryID: "q", PosID: "p", NegID: "n"})
	}
	for n, want := range map[int]string{0: "", 1: "0", 2: "03", 3: "034", 4: "0341", 5: "03415", 6: "034152", 9: "034152"} {
		got := ""
		for _, r := range takeInTurn(table, n) {
			got += r.UID
		}
		if got != want {
			t.Errorf("%d rows: %s, want %s", n, got, want)
		}
	}
}

// TestDocumentNumbers: a document of the collection has its number, one that is made has none.
func TestDocumentNumbers(t *testing.T) {
	q := mine.Query{Docs: []mine.Candidate{{Doc: 7}, {Doc: 9}, {Doc: 7, Made: 2}}, Outside: []mine.Candidate{{Doc: 4}}}
	d := &Drawer{Queries: []mine.Query{{}, q}}
	for _, c := range []struct {
		in   pairs.Instance
		want [2]int64
	}{{pairs.Instance{Pos: 0, Neg: 1}, [2]int64{7, 9}}, {pairs.Instance{Pos: 1, Neg: 1, Made: 3}, [2]int64{-1, 9}},
		{pairs.Instance{Pos: 2, Neg: 0}, [2]int64{-1, 7}}, {pairs.Instance{Pos: 3, Neg: 2}, [2]int64{4, -1}}} {
		if got := d.documents(sample.PoolInstance{Instance: c.in, Query: 1}); got != c.want {
			t.Errorf("%+v: %d, want %d", c.in, got, c.want)
		}
	}
}

// TestDrawnIDs: a made document is named after its source and how often that is repeated.
func TestDrawnIDs(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	q := mine.Query{ID: "q", Docs: []mine.Candidate{{Doc: 0}, {Doc: 1}, {Doc: 0, Made: 4}}}
	d := &Drawer{Miner: &mine.Miner{Index: x}, Queries: []mine.Query{q}}
	for _, c := range []struct {
		in   pairs.Instance
		want string
	}{{pairs.Instance{Pos: 0, Neg: 1}, "q d e"}, {pairs.Instance{Pos: 0, Neg: 1, Made: 2}, "q d~2 e"},
		{pairs.Instance{Pos: 2, Neg: 1}, "q d~4 e"},
		{pairs.Instance{Pos: 1, Neg: 2}, "q e d~4"}} {
		query, pos, neg := d.names(sample.PoolInstance{Instance: c.in})
		if got := query + " " + pos + " " + neg; got != c.want {
			t.Errorf("%+v: %s, want %s", c.in, got, c.want)
		}
	}
}

// TestCountJudged: of three given queries one has its labels in use; a made one has a label of its own, and is none of them.
func TestCountJudged(t *testing.T) {
	d := &Drawer{Labels: []bool{true, false, false, true}, Queries: []mine.Query{{}, {}, {}, {Source: "d"}}, Judged: 2}
	if n := d.CountJudged(); n != 1 {
		t.Errorf("%d, want 1", n)
	}
	if got := d.FewerJudged(); len(got) != 1 || !strings.Contains(got[0], "asks for 2, and only 1 training query has a judged pair") {
		t.Errorf("%q", got)
	}
	if d.Judged = 1; len(d.FewerJudged()) > 0 {
		t.Errorf("%q of as many as are asked", d.FewerJudged())
	}
}

// TestMostPairs: a limit is the number given, or grows with the queries.
func TestMostPairs(t *testing.T) {
	const many = safefile.Pairs/safefile.QueryPairs + 3
	for _, c := range []struct{ most, queries, want int }{
		{0, 1, 0}, {5, 1, 5}, {-1, 1, safefile.Pairs}, {-1, many, many * safefile.QueryPairs}} {
		if got := (&Drawer{Most: c.most, Queries: make([]mine.Query, c.queries)}).most(); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestByQuery: places by rising query, those of one query in their order.
func TestByQuery(t *testing.T) {
	var list []sample.PoolInstance
	for _, q := range []int32{2, 0, 2, 3, 0} {
		list = append(list, sample.PoolInstance{Query: q})
	}
	if got := byQuery(list, 4); !slices.Equal(got, []uint32{1, 4, 0, 2, 3}) {
		t.Errorf("%d", got)
	}
}

// TestTestSets: equal classes and classes as they are, of some queries and of unique ones, whose number may differ. Two sets of the same
// queries share what is mined.
func TestTestSets(t *testing.T) {
	one, unique := new(Drawer), new(Drawer)
	for number, k := range map[int]int{0: 2, 3: 3} {
		var g configs.Gen
		g.ClassTest, g.UniqueTest = 2, number
		sets := testSets(one, unique, &g, "test ")
		want := []testSet{
			{SplitPairs{Split: "test", Set: "stratified"}, one, sample.Stratified, 2, "test "},
			{SplitPairs{Split: "test", Set: "random"}, one, sample.Random, 2, "test "},
			{SplitPairs{Split: "test", Set: "unique-stratified"}, unique, sample.Stratified, k, ""},
			{SplitPairs{Split: "test", Set: "unique-random"}, unique, sample.Random, k, ""},
		}
		if !slices.Equal(sets, want) {
			t.Errorf("%+v, want %+v", sets, want)
		}
		if !sets[1].sharesPools(sets[0]) || sets[2].sharesPools(sets[1]) || !sets[3].sharesPools(sets[2]) {
			t.Error("sets of the same queries share their pools, and no others")
		}
	}
	for _, other := range []testSet{{drawFrom: unique, k: 2, pool: "a"}, {drawFrom: one, k: 3, pool: "a"}, {drawFrom: one, k: 2, pool: "b"}} {
		if (testSet{drawFrom: one, k: 2, pool: "a"}).sharesPools(other) {
			t.Errorf("%+v shares its pools", other)
		}
	}
}

// TestPairTaskThatIsShort: by hand, as in TestRows. lnc1 has three pairs. Five are wanted, of which three are given, or five, of which the
// first two are repeated.
func TestPairTaskThatIsShort(t *testing.T) {
	for policy, want := range map[string]struct{ given, again int }{"accept": {3, 0}, "repeat": {5, 2}} {
		chain := chaintest.All(t, func(c *configs.Config) {
			c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage, c.Gen.Spares = "", "pairs:lnc1=1", 5, policy, "0"
		})
		data, err := Sample(t.Context(), chain, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, uids := 0, map[string]bool{}
		for _, r := range data.Sets[0].Rows() {
			again += int(r.Pass)
			uids[r.UID] = true
			if r.Task != "pairs:lnc1" || r.Axiom != "lnc1" || r.Source != pairs.Axiomatic || r.PosLabel != sample.LabelPreferred ||
				r.NegLabel != sample.LabelRest || r.Weight != 1 {
				t.Errorf("%s: %+v", policy, r)
			}
		}
		s := data.Report.Shortages
		if len(s) != 1 || s[0].Wanted != 5 || s[0].There != 3 || s[0].Given != want.given || len(uids) != want.given || again != want.again {
			t.Errorf("%s: %+v, %d rows, %d again", policy, s, len(uids), again)
		}
	}
}

// TestNoRankingRows: a ranking task without a judged pair cannot be repeated.
func TestNoRankingRows(t *testing.T) {
	files := map[string]string{"qrels.train.txt": "q1 0 d3 0\n"}
	for name, text := range chaintest.Files {
		files[name] = cmp.Or(files[name], text)
	}
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Data = chaintest.Write(t, files)
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage = "", "ranking=1,tfc1=1", 4, "repeat"
	})
	if _, err := Sample(t.Context(), chain, nil); err == nil || !strings.Contains(err.Error(), "ranking: 2 rows wanted, 0 there") {
		t.Errorf("%v", err)
	}
}

// TestLeftOutOfMixture: by hand, of the six judged pairs of training and of those of dev and test. Two become rows of ranking, and four do
// not; other splits keep all of theirs.
func TestLeftOutOfMixture(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage, c.Gen.Spares = "", "ranking=1,tfc1=1", 4, "accept", "0"
	})
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := data.Report.Regular
	if l.InRows() != 2 || l.NotInMixture != 4 || data.Report.Mixture["ranking"] != 2 || data.Report.Mixture["tfc1"] != 2 {
		t.Errorf("%+v, %v", l, data.Report.Mixture)
	}
	for split, want := range map[string]int{"dev": 4, "test": 4} {
		if l := data.Report.OtherSplits[split]; l.InRows() != want || l.NotInMixture != 0 {
			t.Errorf("%s: %+v, want %d rows", split, l, want)
		}
	}
}

// TestMoreQueries: others that share no word with the used ones, as many as are asked; fewer are among more.
func TestMoreQueries(t *testing.T) {
	var queries []mine.Query
	for _, word := range strings.Fields("a b c d e f g h") {
		queries = append(queries, mine.Query{ID: word, Text: word + " " + word + word})
	}
	used := []mine.Query{{ID: "x", Text: "a"}, {ID: "y", Text: "bb"}}
	three, nine := moreQueries(queries, used, 3, 7), moreQueries(queries, used, 9, 7)
	if len(three) != 3 || len(nine) != 6 {
		t.Errorf("%d and %d queries, want 3 and 6", len(three), len(nine))
	}
	for _, q := range three {
		if q.ID == "a" || q.ID == "b" || !slices.ContainsFunc(nine, func(other mine.Query) bool { return other.ID == q.ID }) {
			t.Errorf("%s shares a word, or is not among more", q.ID)
		}
	}
}

// TestPlanOfOneQuery: by hand. The ten pairs of q1's five documents are there, of the one query that has any. Pairs of a
// task are not counted before they are drawn.
func TestPlanOfOneQuery(t *testing.T) {
	files := map[string]string{"collection.tsv": chaintest.Files["collection.tsv"], "queries.train.tsv": "q1\tapple\n",
		"qrels.train.txt": chaintest.Files["qrels.train.txt"]}
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Data = chaintest.Write(t, files)
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.ClassSample = "", "tfc1=1,pairs:lnc1=1", 8, sample.Random
	})
	lines, err := PlannedTasks(t.Context(), chain)
	if want := []string{"tfc1: 4 asked, 10 there, of 1 query", "pairs:lnc1: 4 asked, counted when they are drawn"}; err != nil ||
		!slices.Equal(lines, want) {
		t.Errorf("%q, %v, want %q", lines, err, want)
	}
}

// TestLeftOutOfPools: by hand. Of the seven pairs that tfc1 finds (TestAccount) none is among the first one of the candidates. A run orders
// d1 above d3 wrongly, lacks d2 of q1, and orders the other five as tfc1 does.
func TestLeftOutOfPools(t *testing.T) {
	const run = "q1 Q0 d3 1 9 x\nq1 Q0 d1 2 5 x\nq1 Q0 d7 3 2 x\nq1 Q0 d8 4 1 x\n" +
		"q2 Q0 d4 1 5 x\nq2 Q0 d1 2 4 x\nq2 Q0 d2 3 3 x\nq2 Q0 d8 4 1 x\n"
	file := filepath.Join(chaintest.Write(t, map[string]string{"run.txt": run}), "run.txt")
	for name, c := range map[string]struct {
		edit func(c *configs.Config)
		want sample.DropCounts
		size int
	}{
		"the first one": {func(c *configs.Config) { c.Gen.PoolTop = 1 }, sample.DropCounts{OtherSource: 7}, 0},
		"a run":         {func(c *configs.Config) { c.Gen.ViolatedBy = file }, sample.DropCounts{NotViolated: 5, NotScored: 1}, 1},
	} {
		data, err := Sample(t.Context(), chaintest.All(t, c.edit), nil)
		if err != nil {
			t.Fatal(err)
		}
		if p := data.Report.Pools[0]; p.Mined != 7 || p.Dropped != c.want || p.Size != c.size {
			t.Errorf("%s: %+v, want 7 mined, %+v left out and %d in the pool", name, p, c.want, c.size)
		}
	}
}

// TestHardRun: the pairs that a run orders wrongly come first under hard, and its scores are asked for. By hand: only d1 above d3 is wrong.
func TestHardRun(t *testing.T) {
	file := filepath.Join(chaintest.Write(t, map[string]string{"run.txt": "q1 Q0 d3 1 9 x\nq1 Q0 d1 2 5 x\nq1 Q0 d7 3 2 x\n"}), "run.txt")
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Sample, c.Gen.HardRun, c.Gen.Pairs = sample.Hard, file, "1" })
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range data.Sets[0].Rows() {
		if r.Axiom != "" {
			rows = append(rows, r.PosID+">"+r.NegID)
		}
	}
	if p := data.Report.Pools[0]; len(rows) != 1 || rows[0] != "d1>d3" || p.Violated == nil || *p.Violated != 1 {
		t.Errorf("%q, %+v", rows, p)
	}
}

// TestVariantsOf: each pool has the reading of its axiom, and the one pool of all axioms has none.
func TestVariantsOf(t *testing.T) {
	list, err := axioms.ParseList("tfc1, tfc1(variant=klose), lnc1")
	if err != nil {
		t.Fatal(err)
	}
	pools := &quota.Axioms{All: list, Drawn: []int{1, 2}}
	if got := variantsOf(sample.Paired, pools); len(got) != 2 || got[0] != "klose" || got[1] == "klose" {
		t.Errorf("%q", got)
	}
	if got := variantsOf(sample.MultiGraded, pools); got != nil {
		t.Errorf("%q of all axioms", got)
	}
}

// TestRequestWithoutJudgedPairs: a number of pairs of an axiom, or a mixture, is a plan without any judged pair.
func TestRequestWithoutJudgedPairs(t *testing.T) {
	files := map[string]string{"qrels.train.txt": "q1 0 d3 0\n"}
	for name, text := range chaintest.Files {
		files[name] = cmp.Or(files[name], text)
	}
	for name, edit := range map[string]func(c *configs.Config){"a number": func(c *configs.Config) { c.Gen.Pairs = "5" },
		"a mixture": func(c *configs.Config) { c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows = "", "tfc1=1", 3 }} {
		chain := chaintest.All(t, func(c *configs.Config) {
			c.Gen.Data = chaintest.Write(t, files)
			edit(c)
		})
		if text, err := DescribeRequest(chain); err != nil || text == "" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// TestJournal: files of rows, counts and pages are in the journal, so that a later run finds them finished.
func TestJournal(t *testing.T) {
	chain := chaintest.All(t, nil)
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Mine(t.Context(), chain); err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	for _, name := range []stage.Name{stage.Sample, stage.Mining} {
		if keys[string(name)], err = keyOf(chain, name); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[stage.Name]int{stage.Sample: 2*len(data.Sets) + 1, stage.Mining: 2} {
		if files, ok := chain.Run.Out.FinishedFiles(string(name), keys[string(name)]); !ok || len(files) != want {
			t.Errorf("%s: %d files, %v, want %d", name, len(files), ok, want)
		}
	}
	html, err := chain.Run.Out.ReadFile(PairsPage)
	if files, ok := chain.Run.Out.FinishedFiles("page of the pairs", fmt.Sprintf("%x", sha256.Sum256(html))); !ok || len(files) != 1 {
		t.Errorf("the page is not in the journal: %v, %v", files, ok)
	}
	if err != nil || !strings.Contains(string(html), "8 rows with their evidence") { // six judged ones and two of tfc1
		t.Errorf("%v, %d bytes of a page without examples", err, len(html))
	}
}

// TestDrawManifest: by hand, as in TestRows. The manifest has the tasks with the rows of the splits, and the sizes of the collection.
func TestDrawManifest(t *testing.T) {
	chain := chaintest.All(t, nil)
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := Manifest(chain, data)
	if m.Collection.N != 8 || m.Collection.TotalTerms != 26 || m.Order != sample.Mixed || m.Seed != uint64(chain.Run.Config.Gen.Seed) ||
		len(m.Inputs) == 0 || len(m.Tasks) == 0 {
		t.Errorf("%+v", m)
	}
	data.Sets = append(data.Sets, SplitPairs{Split: "test", Set: "random", Pairs: data.Sets[0].Pairs})
	if again := Manifest(chain, data); !reflect.DeepEqual(again.Tasks, m.Tasks) {
		t.Errorf("rows of further test sets are counted: %+v, want %+v", again.Tasks, m.Tasks)
	}
	data.Sets = data.Sets[3:]
	if alone := Manifest(chain, data); reflect.DeepEqual(alone.Tasks, m.Tasks) {
		t.Error("the rows of the splits are not counted")
	}
}

// TestNothingIsJudged: a ratio asks for all that the axioms find, and is not short of the bound that it does not reach. By hand, with no
// judgement: seven pairs of tfc1 (TestMine).
func TestNothingIsJudged(t *testing.T) {
	files := map[string]string{}
	for name, text := range chaintest.Files {
		if !strings.HasPrefix(name, "qrels") {
			files[name] = text
		}
	}
	data, err := Sample(t.Context(), chaintest.All(t, func(c *configs.Config) { c.Gen.Data = chaintest.Write(t, files) }), nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := data.Report.Pools[0]; p.Taken != 7 || p.Wanted != 7 || p.Shortfall != 0 || p.Size != 7 {
		t.Errorf("%+v", p)
	}
}

// TestAllQueriesAreClassQueries: where all queries of dev are class_queries, dev has its judged pairs in a mixture with ranking, else no
// row.
func TestAllQueriesAreClassQueries(t *testing.T) {
	for mixture, want := range map[string]int{"tfc1=1": 0, "ranking=1,tfc1=1": 4} {
		chain := chaintest.All(t, func(c *configs.Config) {
			c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage, c.Gen.ClassTest = "", mixture, 4, "accept", 2
			c.Gen.ClassQueries, c.Gen.ClassSample = "dev=1,train=1", "random"
		})
		data, err := Sample(t.Context(), chain, nil)
		if err != nil {
			t.Fatal(err)
		}
		const warning = "every dev query is one of class_queries: no row of a three-class task is of dev"
		if n := data.Sets[1].Pairs.Len(); data.Sets[1].Split != "dev" || n != want || !slices.Contains(data.Report.Warnings, warning) {
			t.Errorf("%s: %d rows of %s, want %d; %q", mixture, n, data.Sets[1].Split, want, data.Report.Warnings)
		}
	}
}

// TestShorten: what is next to a mark stays, and of a text without marks the beginning, more of it.
func TestShorten(t *testing.T) {
	text := strings.Repeat("abc ", 400)
	for _, c := range []struct {
		after, before bool
		head, tail    int
	}{{false, false, mostText / 2, 0}, {true, false, aroundMark, 0}, {false, true, 0, aroundMark}, {true, true, aroundMark, aroundMark}} {
		head, tail, ok := strings.Cut(shorten(text, c.after, c.before), " … ")
		if !ok || len(head) > c.head || len(head) < c.head-4 || len(tail) < c.tail || len(tail) > c.tail+4 {
			t.Errorf("%+v: %d and %d bytes", c, len(head), len(tail))
		}
	}
}

// TestOrderOfClassPairs: the first document of a row of classes is the first one in the collection. Documents made of one follow it, by how
// often they repeat it.
func TestOrderOfClassPairs(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Made, c.Gen.Mixture, c.Gen.Rows = "lnc2", "all", "tfc1=1", 400
		c.Gen.OnShortage, c.Gen.ClassSample = "accept", "random"
	})
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := chain.Splits[0].Census.Made; n == 0 || data.Report.Made["train"] != n {
		t.Errorf("made candidates %v, want %d of train", data.Report.Made, n)
	}
	place := func(id string) [2]int {
		k := 1
		if source, repeats, ok := pairs.ParseMadeID(id); ok {
			id, k = source, repeats
		}
		doc, _ := chain.Index.Doc(id)
		return [2]int{int(doc), k}
	}
	ofOne, ofTwo := 0, 0
	for _, r := range data.Sets[0].Rows() {
		first, second := place(r.PosID), place(r.NegID)
		if first[0] > second[0] || first[0] == second[0] && first[1] >= second[1] {
			t.Errorf("%s is before %s", r.PosID, r.NegID)
		}
		if first[0] == second[0] {
			ofOne++
		} else if first[1] > second[1] {
			ofTwo++
		}
	}
	if ofOne == 0 || ofTwo == 0 {
		t.Errorf("%d rows of one source, %d whose first document repeats its source more often", ofOne, ofTwo)
	}
}

// TestFewestRowsOfMixture: one row is a training set, none is an error.
func TestFewestRowsOfMixture(t *testing.T) {
	files := map[string]string{"qrels.train.txt": "q1 0 d3 0\n"}
	for name, text := range chaintest.Files {
		files[name] = cmp.Or(files[name], text)
	}
	for mixture, want := range map[string]int{"tfc1=1": 1, "ranking=1": 0} {
		data, err := Sample(t.Context(), chaintest.All(t, func(c *configs.Config) {
			c.Gen.Data = chaintest.Write(t, files)
			c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage, c.Gen.ClassSample = "", mixture, 1, "accept", "random"
		}), nil)
		if want == 0 && err == nil || want > 0 && (err != nil || data.Sets[0].Pairs.Len() != want) {
			t.Errorf("%s: %v, want %d rows", mixture, err, want)
		}
	}
}

// TestStudyInHint: a plan without a row names the study of a preset, and none where there is none.
func TestStudyInHint(t *testing.T) {
	files := map[string]string{"qrels.train.txt": "q1 0 d3 0\n"}
	for name, text := range chaintest.Files {
		files[name] = cmp.Or(files[name], text)
	}
	for _, collection := range []string{"", "its collection"} {
		chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Data, c.Gen.Axioms = chaintest.Write(t, files), "" })
		chain.Run.Original = configs.Original{Collection: collection}
		_, err := DescribeRequest(chain)
		var fault *errs.Error
		if !errors.As(err, &fault) || strings.Contains(fault.Hint, "the preset's study was") != (collection != "") {
			t.Errorf("%q: %v", collection, err)
		}
	}
}

// TestFactsOfCounts: by hand. Queries of 5, 4, 5, 4 and 2 candidates have 10 and 6, 10, and 6 and 1 pairs.
func TestFactsOfCounts(t *testing.T) {
	facts := countsPage(chaintest.All(t, nil), mine.Counts{}, mine.Profiles{}).Facts
	if want := [2]string{"candidate pairs", "16 train, 10 dev, 7 test"}; !slices.Contains(facts, want) {
		t.Errorf("%q, want %q", facts, want)
	}
}

// TestOnePairAgain: a pool of one pair gives it as often as it is asked for, and one of none gives nothing.
func TestOnePairAgain(t *testing.T) {
	list, err := axioms.ParseList("tfc1")
	if err != nil {
		t.Fatal(err)
	}
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	d := &Drawer{Miner: &mine.Miner{Index: x}, Axioms: &quota.Axioms{All: list}, Labels: []bool{true},
		Queries: []mine.Query{{ID: "q", Docs: []mine.Candidate{{Doc: 0}, {Doc: 1}}}}}
	result := &sample.Result{Pools: [][]sample.PoolInstance{{{Instance: pairs.Instance{Pos: 0, Neg: 1}}}}}
	var passes []int32
	for _, r := range d.taskRows("task", result, 0, 3, .5, 2) {
		passes = append(passes, r.Pass)
		if r.PosID != "d" || r.NegID != "e" || r.Task != "task" || r.Weight != .5 || r.Margin != 2 {
			t.Errorf("%+v", r)
		}
	}
	if !slices.Equal(passes, []int32{0, 1, 2}) {
		t.Errorf("passes %d, want 0, 1 and 2", passes)
	}
	result.Pools[0] = nil
	if rows := d.taskRows("task", result, 0, 3, .5, 2); rows != nil {
		t.Errorf("%+v of no pair", rows)
	}
}

// TestHasJudgement: a judged candidate, or a relevant document outside, is a judgement.
func TestHasJudgement(t *testing.T) {
	for _, c := range []struct {
		q    mine.Query
		want bool
	}{{mine.Query{}, false}, {mine.Query{Docs: make([]mine.Candidate, 2)}, false}, {mine.Query{Outside: make([]mine.Candidate, 1)}, true},
		{mine.Query{Docs: []mine.Candidate{{}, {Judged: true}}}, true}} {
		if hasJudgement(&c.q) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// TestPlanOfWhatIsNotPrepared: of an axiom that needs word vectors nothing is estimated, since a plan loads none.
func TestPlanOfWhatIsNotPrepared(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows = "", "tfc1=1,stmc1=1", 8 })
	lines, err := PlannedTasks(t.Context(), chain)
	want := []string{"tfc1: 4 asked, 6 there, of 2 queries", "stmc1: 4 asked, counted when they are drawn"}
	if err != nil || !slices.Equal(lines, want) {
		t.Errorf("%q, %v, want %q", lines, err, want)
	}
}

// TestTwoPairTasks: by hand, as in TestRows. Each task of pairs has the rows of its own axiom: two of lnc1's three, and both of tfc1's.
func TestTwoPairTasks(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.Spares = "", "pairs:lnc1=1,pairs:tfc1=1", 4, "0"
	})
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, r := range data.Sets[0].Rows() {
		if text := r.PosID + ">" + r.NegID; r.Task != "pairs:"+r.Axiom {
			t.Errorf("%s is a row of %s, by %s", text, r.Task, r.Axiom)
		} else if r.Axiom == "tfc1" {
			list = append(list, text)
		}
	}
	slices.Sort(list)
	if n := data.Sets[0].Pairs.Len(); n != 4 || !slices.Equal(list, []string{"d1>d3", "d1>d7"}) {
		t.Errorf("%d rows, of tfc1 %q", n, list)
	}
}
