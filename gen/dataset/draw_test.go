package dataset

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestMostPairs: a limit is the number given, or grows with the queries.
func TestMostPairs(t *testing.T) {
	const many = safefile.Pairs/safefile.QueryPairs + 3
	for _, c := range []struct{ most, queries, want int }{
		{5, 1, 5}, {0, 1, safefile.Pairs}, {0, many, many * safefile.QueryPairs}} {
		if got := limit(c.most, c.queries); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
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
		want map[string]int
		size int
	}{
		"the first one": {func(c *configs.Config) { c.Gen.Pool = "all 1" }, map[string]int{"other_source": 7}, 0},
		"a run":         {func(c *configs.Config) { c.Gen.ViolatedBy = file }, map[string]int{"not_violated": 5, "not_scored": 1}, 1},
	} {
		data, err := Sample(t.Context(), chaintest.All(t, c.edit), nil)
		if err != nil {
			t.Fatal(err)
		}
		p := data.Report.Pools()[0]
		left := maps.Clone(p.LeftOut)
		maps.DeleteFunc(left, func(reason string, n int) bool { return n == 0 || reason == "not_drawn" })
		if p.Found != 7 || !maps.Equal(left, c.want) || p.InPool() != c.size {
			t.Errorf("%s: %+v, want 7 mined, %+v left out and %d in the pool", name, p, c.want, c.size)
		}
	}
}

// TestHardRun: the pairs that a run orders wrongly come first under hard, and its scores are asked for. By hand: only d1 above d3 is wrong.
func TestHardRun(t *testing.T) {
	file := filepath.Join(chaintest.Write(t, map[string]string{"run.txt": "q1 Q0 d3 1 9 x\nq1 Q0 d1 2 5 x\nq1 Q0 d7 3 2 x\n"}), "run.txt")
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Sample, c.Gen.Pairs = "hard:"+file, "1" })
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
	if len(rows) != 1 || rows[0] != "d1>d3" || slices.ContainsFunc(data.Report.Warnings, func(w string) bool { return strings.Contains(w, "hard") }) {
		t.Errorf("%q, %q", rows, data.Report.Warnings)
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

// TestKeepAllowed: by hand. Of three ranked candidates and an added one, pairs are drawn among the first ones, of the queries that a
// configuration names.
func TestKeepAllowed(t *testing.T) {
	q := &mine.Query{Docs: []mine.Candidate{{Rank: 1, Judged: true}, {Rank: 2}, {Rank: 3}, {}}}
	list := []pairs.Instance{{Pos: 0, Neg: 1}, {Pos: 1, Neg: 2}, {Pos: 2, Neg: 0}, {Pos: 3, Neg: 0}, {Pos: 0, Neg: 3}}
	for _, c := range []struct {
		name   string
		source poolSource
		labels bool
		want   int
	}{
		{"all", poolSource{}, true, 5}, {"the first", poolSource{top: 1}, true, 0}, {"the first two", poolSource{top: 2}, true, 1},
		{"all that have a rank", poolSource{top: 9}, true, 3}, {"judged queries", poolSource{queries: quota.PoolJudged}, true, 5},
		{"judged ones without labels", poolSource{queries: quota.PoolJudged}, false, 0},
		{"others", poolSource{queries: quota.PoolUnjudged}, true, 0},
		{"others without labels", poolSource{queries: quota.PoolUnjudged}, false, 5},
	} {
		if got := c.source.keepAllowed(q, c.labels, slices.Clone(list)); len(got) != c.want {
			t.Errorf("%s: %v, want %d", c.name, got, c.want)
		}
	}
}

// TestHasLabels: of two queries one is judged, whose labels are the ones in use, whichever query has the smaller hash. Without a number
// all labels are.
func TestHasLabels(t *testing.T) {
	docs := func(relevant bool) []mine.Candidate {
		return []mine.Candidate{{Doc: 0, Judged: relevant, Grade: 1}, {Doc: 1}}
	}
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	for first := range 2 {
		d := &Drawer{Miner: &mine.Miner{Index: x}, Options: sample.Defaults(), Judged: 1, Queries: []mine.Query{
			{ID: "a", Text: "bee", Docs: docs(first == 0)}, {ID: "b", Text: "moon", Docs: docs(first == 1)}}}
		if got := d.HasLabels(); !slices.Equal(got, []bool{first == 0, first == 1}) {
			t.Errorf("judged is query %d, in use are labels of %v", first, got)
		}
		if n := d.CountJudged(); n != 1 {
			t.Errorf("%d queries are in use, want 1", n)
		}
		d.Judged = 0
		if got := d.HasLabels(); !slices.Equal(got, []bool{true, true}) {
			t.Errorf("in use are labels of %v, want all", got)
		}
		if n := d.RegularPairs(); n != 1 {
			t.Errorf("%d regular pairs, want 1", n)
		}
	}
}

// TestRowsOfManyPairs: the 4,950 pairs of a hundred documents, more than are made at once, are a row each.
func TestRowsOfManyPairs(t *testing.T) {
	var docs []corpus.Doc
	var candidates []mine.Candidate
	var list []sample.PoolInstance
	for i := range int32(100) {
		docs = append(docs, corpus.Doc{ID: fmt.Sprint(i), Text: "bee"})
		candidates = append(candidates, mine.Candidate{Doc: uint32(i), Rank: i + 1})
		for j := range i {
			list = append(list, sample.PoolInstance{Instance: pairs.Instance{Pos: j, Neg: i}})
		}
	}
	x := indextest.InMemory(t, indextest.Docs(docs...), analysis.Defaults())
	d := &Drawer{Miner: &mine.Miner{Index: x, Threads: 2}, Axioms: &quota.Axioms{}, Queries: []mine.Query{{ID: "q", Docs: candidates}}}
	rows, err := d.Rows(t.Context(), &sample.Result{Regular: list}, quota.Loss{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range rows.All() {
		seen[p.PosID+">"+p.NegID] = p.PosID != p.NegID && p.PosRank != nil && fmt.Sprint(*p.PosRank-1) == p.PosID
	}
	if isWrong := slices.Contains(slices.Collect(maps.Values(seen)), false); rows.Len() != 4950 || len(seen) != 4950 || isWrong {
		t.Errorf("%d rows of %d pairs, want 4950 with the ranks of their documents", rows.Len(), len(seen))
	}
}

// TestViewOf: a query's documents are its candidates, then those outside, each with what sampling reads.
func TestViewOf(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee hive"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	q := &mine.Query{ID: "q", Docs: []mine.Candidate{{Doc: 0, Rank: 3, Score: 2}}, Outside: []mine.Candidate{{Doc: 1, Judged: true, Grade: 1}}}
	view := viewOf(x, q, 7, true, true, nil)
	if view.Index != 7 || view.ID != "q" || !view.Labelled || len(view.Docs) != 2 {
		t.Fatalf("%+v", view)
	}
	if c := view.Docs[0]; c.ID != "d" || c.Len != 2 || c.Rank != 3 || c.RunScore != 2 || c.Judged || c.Outside {
		t.Errorf("the candidate: %+v", c)
	}
	if c := view.Docs[1]; c.ID != "e" || c.Len != 1 || c.Rank != 0 || c.Grade != 1 || !c.Judged || !c.Outside {
		t.Errorf("the one outside: %+v", c)
	}
	if c := viewOf(x, q, 7, true, false, nil).Docs[0]; c.ID != "" || c.Len != 0 {
		t.Errorf("without ids: %+v", c)
	}
}

// TestMergedShares: the share of all queries is the whole sample. Above the limit it is an error.
func TestMergedShares(t *testing.T) {
	d := trainingDrawer(t, nil)
	part, err := d.DrawPart(t.Context(), []int{2}, sample.All, nil)
	if err != nil {
		t.Fatal(err)
	}
	shares := []*Share{{Sample: part.Share()}}
	merged, err := d.merge(shares, []int{2}, sample.All)
	if err != nil || len(merged.Regular) != 6 || len(merged.Pools[0]) != 2 { // as in TestRows
		t.Errorf("%+v, %v: want six regular pairs and two of tfc1", merged, err)
	}
	d.Most = 1
	if _, err := d.merge(shares, []int{sample.All}, sample.All); err == nil || !strings.Contains(err.Error(), "more than 1 pair") {
		t.Errorf("%v, want more than 1 pair", err)
	}
}

// trainingDrawer returns the drawer of the training queries.
func trainingDrawer(t *testing.T, edit func(*configs.Config)) *Drawer {
	t.Helper()
	chain := chaintest.All(t, edit)
	training, err := prepare.Training(&chain.Run.Config.Gen, chain.Splits)
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDrawer(chain, training, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestRegularPairs: by hand, of the six judged pairs (TestRows), three a query: no more than are asked for, and two with one negative each.
// They are as many as are drawn, also where documents' ids decide which.
func TestRegularPairs(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(o *sample.Options)
		want int
	}{
		"all": {func(*sample.Options) {}, 6}, "four": {func(o *sample.Options) { o.Regular = 4 }, 4},
		"nine":         {func(o *sample.Options) { o.Regular = 9 }, 6},
		"one negative": {func(o *sample.Options) { o.NegativesPerQuery = 1 }, 2},
		"a margin":     {func(o *sample.Options) { o.AbsoluteMargin, o.NegativesPerQuery = new(0.), 2 }, -1},
	} {
		d := trainingDrawer(t, func(c *configs.Config) { c.Gen.Axioms = "" })
		c.edit(&d.Options)
		r, err := d.Draw(t.Context(), nil, d.Options.Regular, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := d.RegularPairs(); n != len(r.Regular) || c.want >= 0 && n != c.want {
			t.Errorf("%s: %d pairs, want %d, and %d are drawn", name, n, c.want, len(r.Regular))
		}
	}
}

// TestTooManyPairs: more pairs than the limit are refused, judged ones and those of an axiom, and just as many are not.
func TestTooManyPairs(t *testing.T) {
	for most, want := range map[int]bool{5: false, 6: true, 0: true} {
		d := trainingDrawer(t, func(c *configs.Config) { c.Gen.Axioms = "" })
		d.Most = most
		_, err := d.Draw(t.Context(), nil, sample.All, nil)
		if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "there are more than 5 pairs") {
			t.Errorf("at most %d of six judged pairs: %v", most, err)
		}
	}
	d := trainingDrawer(t, nil)
	d.Most = 1
	if _, err := d.Draw(t.Context(), []int{sample.All}, 0, nil); err == nil || !strings.Contains(err.Error(), "more than 1 pair;") {
		t.Errorf("at most 1 of two pairs: %v", err)
	}
}

// TestRowOfMadeDocument: a made document has its name, and neither the rank nor the score of its source.
func TestRowOfMadeDocument(t *testing.T) {
	r := trainingDrawer(t, nil).recorder()
	for _, made := range []int32{0, 2} {
		row := r.judged(sample.PoolInstance{Instance: pairs.Instance{Pos: 0, Neg: 1, Made: made}})
		isMade := strings.HasSuffix(row.PosID, "~2")
		if isMade != (made > 0) || (row.PosRank == nil) != isMade || (row.PosScore == nil) != isMade || row.NegRank == nil {
			t.Errorf("made %d times: %+v", made, row)
		}
	}
}

// TestAxiomOfJudgements: an axiom that asks the judgements cannot be drawn from.
func TestAxiomOfJudgements(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms = "oracle" })
	if _, err := NewDrawer(chain, &chain.Splits[0], nil); err == nil || !strings.Contains(err.Error(), "asks the judgements") {
		t.Errorf("%v", err)
	}
}
