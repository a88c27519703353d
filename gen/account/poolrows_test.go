package account

import (
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/google/go-cmp/cmp"
)

// TestDrawnStats describes six rows by hand: lengths are the ids' numbers, long is judged 1, short 0, and nobody judged far.
func TestDrawnStats(t *testing.T) {
	const task = "pairwise"
	lengths := map[string]int32{"long": 10, "short": 4, "far": 8}
	grades := map[string]*int32{"long": new(int32(1)), "short": new(int32(0))}
	rows := new(pairs.Table)
	for _, r := range [][4]string{{"q1", "", "long", "short"}, {"q1", "tfc1", "short", "long"}, {"q2", "tfc1", "far", "short"},
		{"q2", "tfc1", "long", "short"}, {"q2", "", "long", "short"}, {"q2", "", "long", "far"}} {
		rows.Append(&pairs.Pair{Task: task, Axiom: r[1], QueryID: r[0], PosID: r[2], NegID: r[3], PosGrade: grades[r[2]], NegGrade: grades[r[3]]})
	}
	byNumber := make([]int32, rows.Docs.Len())
	for i := range byNumber {
		byNumber[i] = lengths[rows.Docs.String(uint32(i))]
	}
	got := DrawnStats("train", rows, byNumber)
	one, half := 1., .5
	want := []shard.PoolRows{
		{Split: "train", Task: task, NegativeSource: pairs.NegativeJudged, Rows: 2, Share: 2. / 6, Queries: 2, PosLength: 10, NegLength: 4,
			LengthSkew: .6, Graded: 2, Agreement: &one},
		{Split: "train", Task: task, NegativeSource: pairs.NegativeAssumed, Rows: 1, Share: 1. / 6, Queries: 1, PosLength: 10, NegLength: 8,
			LengthSkew: .2},
		// Skews -6/10, 4/8 and 6/10 have the mean 1/6; two rows have both grades, one the right way round.
		{Split: "train", Task: task, Axiom: "tfc1", Rows: 3, Share: .5, Queries: 2, PosLength: 22. / 3, NegLength: 6, LengthSkew: .166666667,
			Graded: 2, Agreement: &half},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
