package dataset

import (
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

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
