package dataset

import (
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

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

// TestPlanOfWhatIsNotPrepared: of an axiom that needs word vectors nothing is estimated, since a plan loads none.
func TestPlanOfWhatIsNotPrepared(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows = "", "ranking=1,tfc1=1,stmc1=1", 12 })
	lines, err := PlannedTasks(t.Context(), chain)
	want := []string{"ranking: 4 asked, 6 there", "tfc1: 4 asked, 6 there, of 2 queries", "stmc1: 4 asked, counted when they are drawn"}
	if err != nil || !slices.Equal(lines, want) {
		t.Errorf("%q, %v, want %q", lines, err, want)
	}
}

// TestShortText: by hand, of estimates that may be wrong by half as much again. 10 there are too few for 16, perhaps for 15 and for 7.
func TestShortText(t *testing.T) {
	for wanted, want := range map[int]string{16: ": too few", 15: ": perhaps too few", 7: ": perhaps too few", 6: ""} {
		if got := shortText(wanted, 10, 1.5); got != want {
			t.Errorf("%d wanted: %q, want %q", wanted, got, want)
		}
	}
	for wanted, want := range map[int]string{11: ": too few", 10: ""} {
		if got := shortText(wanted, 10, 1); got != want {
			t.Errorf("%d wanted of ten that were counted: %q, want %q", wanted, got, want)
		}
	}
}

// TestPlanChangesNoTask: the axioms of a mixture are the same after an estimate, also one that is not prepared.
func TestPlanChangesNoTask(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows = "", "stmc1=1", 4 })
	m, err := quota.ParseMixture(&chain.Run.Config.Gen)
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDrawer(chain, &chain.Splits[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	if sizes, _, err := estimateTasks(t.Context(), chain, m, d); err != nil || m.Axioms[0] == nil ||
		!slices.Equal(sizes, []int{notEstimated}) {
		t.Errorf("%d, %v, and the axiom is %v", sizes, err, m.Axioms[0])
	}
}

// TestPlanOfRatios: by hand. The rows of every task follow from the six judged pairs, where these are all of the ranking task; no mixture
// has no task.
func TestPlanOfRatios(t *testing.T) {
	for _, c := range []struct {
		axioms, mixture string
		want            []string
	}{{"", "ranking=2,tfc1=1", []string{"ranking: 6 asked, 6 there", "tfc1: 3 asked, 6 there, of 2 queries"}},
		{"tfc1", "ranking=2,tfc1=1", nil}, {"tfc1", "", nil}} {
		chain := chaintest.All(t, func(cfg *configs.Config) { cfg.Gen.Axioms, cfg.Gen.Mixture = c.axioms, c.mixture })
		if lines, err := PlannedTasks(t.Context(), chain); err != nil || !slices.Equal(lines, c.want) {
			t.Errorf("%+v: %q, %v", c, lines, err)
		}
	}
}

// TestPlanOfManyQueries: by hand. Each of 60 queries has the ten pairs of the five documents with its word; 40 of them are asked.
func TestPlanOfManyQueries(t *testing.T) {
	files := map[string]string{"collection.tsv": chaintest.Files["collection.tsv"]}
	for i := range 60 {
		files["queries.train.tsv"] += fmt.Sprintf("m%d\tapple w%d\n", i, i)
		files["qrels.train.txt"] += fmt.Sprintf("m%d 0 d2 1\n", i)
	}
	for _, threads := range []int{1, 3} {
		chain := chaintest.All(t, func(c *configs.Config) {
			c.Gen.Data, c.Gen.Threads = chaintest.Write(t, files), threads
			c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.ClassSample = "", "tfc1=1", 500, sample.Random
		})
		lines, err := PlannedTasks(t.Context(), chain)
		if want := []string{"tfc1: 500 asked, about 600 there, of 60 queries by a sample of 40: perhaps too few"}; err != nil ||
			!slices.Equal(lines, want) {
			t.Errorf("%d threads: %q, %v, want %q", threads, lines, err, want)
		}
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
	for _, r := range d.recorder().ofTask("task", result, 0, 3, .5, 2) {
		passes = append(passes, r.Pass)
		if r.PosID != "d" || r.NegID != "e" || r.Task != "task" || r.Weight != .5 || r.Margin != 2 {
			t.Errorf("%+v", r)
		}
	}
	if !slices.Equal(passes, []int32{0, 1, 2}) {
		t.Errorf("passes %d, want 0, 1 and 2", passes)
	}
	result.Pools[0] = nil
	if rows := d.recorder().ofTask("task", result, 0, 3, .5, 2); rows != nil {
		t.Errorf("%+v of no pair", rows)
	}
}

// TestRankingRows: by hand. Two positives have three negatives and one: in groups of two documents that is four groups, of three one.
func TestRankingRows(t *testing.T) {
	var rows []pairs.Pair
	for _, negative := range []string{"a", "b", "c"} {
		rows = append(rows, pairs.Pair{QueryID: "q", PosID: "p", NegID: negative})
	}
	rows = append(rows, pairs.Pair{QueryID: "q", PosID: "o", NegID: "a"})
	c := chaintest.Config(t, nil)
	for unit, want := range map[string]int{quota.CountGroups: 1, "pairs": 4} {
		c.Gen.RankingRows, c.Tokenize.GroupSize = unit, 3
		if r := newRankingRows(c, rows); r.size() != want {
			t.Errorf("%s: %d rows of %+v, want %d", unit, r.size(), r, want)
		}
	}
}

// TestTakeOfRankingRows: by hand. A pair makes two pointwise rows, so that an odd one is not given. Of two groups and a loose pair, three
// groups are the first one twice.
func TestTakeOfRankingRows(t *testing.T) {
	var rows []pairs.Pair
	for _, negative := range []string{"a", "b", "c", "d", "e"} {
		rows = append(rows, pairs.Pair{QueryID: "q", PosID: "p", NegID: negative, UID: negative})
	}
	c := chaintest.Config(t, func(c *configs.Config) { c.Tokenize.GroupSize = 3 })
	for _, x := range []struct {
		unit       string
		k, n, last int // rows asked, pairs given, and how often the last one was given before
		note       string
	}{
		{quota.CountPointwise, 4, 2, 0, ""},
		{quota.CountPointwise, 3, 1, 0, "ranking: 3 pointwise rows wanted, 2 given: a pair makes two"},
		{quota.CountPointwise, 12, 6, 1, ""},
		{quota.CountGroups, 3, 6, 1, "ranking: 1 pair left out, in no full group"},
		{"pairs", 5, 5, 0, ""}, {"pairs", 0, 0, 0, ""},
	} {
		c.Gen.RankingRows = x.unit
		got, note := newRankingRows(c, rows).take(x.k)
		if len(got) != x.n || note != x.note || x.n > 0 && int(got[x.n-1].Pass) != x.last {
			t.Errorf("%d %s: %d pairs, %q; want %d, %q", x.k, x.unit, len(got), note, x.n, x.note)
		}
	}
}

// TestSizeOfRanking: by hand, of five pairs: five rows, ten pointwise ones, and two groups of two negatives. Of one pair there is no group,
// and nothing to take.
func TestSizeOfRanking(t *testing.T) {
	c := chaintest.Config(t, func(c *configs.Config) { c.Tokenize.GroupSize = 3 })
	var rows []pairs.Pair
	for _, negative := range []string{"a", "b", "c", "d", "e"} {
		rows = append(rows, pairs.Pair{QueryID: "q", PosID: "p", NegID: negative, UID: negative})
	}
	for unit, want := range map[string]int{"pairs": 5, quota.CountPointwise: 10, quota.CountGroups: 2} {
		c.Gen.RankingRows = unit
		if got := newRankingRows(c, rows).size(); got != want {
			t.Errorf("%s: %d rows, want %d", unit, got, want)
		}
	}
	c.Gen.RankingRows = quota.CountGroups
	if got, note := newRankingRows(c, rows[:1]).take(3); len(got) > 0 || note != "ranking: 1 pair left out, in no full group" {
		t.Errorf("%d rows, %q", len(got), note)
	}
}
