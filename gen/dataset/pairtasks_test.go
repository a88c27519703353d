package dataset

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

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
