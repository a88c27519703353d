package dataset

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

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
