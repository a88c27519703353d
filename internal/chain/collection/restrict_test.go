package collection

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
)

// Runs are cut at the depth that is used where the collection is restricted; rows that others hold, such as the divisions of an
// experiment, stay as they are.
func TestCutRuns(t *testing.T) {
	rows := func() []corpus.RunRow {
		return []corpus.RunRow{{QueryID: "a", DocID: "x", Rank: 1}, {QueryID: "a", DocID: "y", Rank: 3}, {QueryID: "b", DocID: "z", Rank: 2}}
	}
	run := rows()
	topics := []Topics{{Split: "train", Run: run, Qrels: []corpus.Qrel{{QueryID: "b", DocID: "j"}}}}
	g := &configs.Gen{}
	g.Hits, g.Run, g.RestrictCollection = 2, "run.txt", "none"
	if cutRuns(g, topics); len(topics[0].Run) != 3 {
		t.Errorf("an index of all documents has %d rows of candidates", len(topics[0].Run))
	}
	g.RestrictCollection = "candidates"
	for range 2 { // of a whole run, and of one that is cut
		ids := Restrict(g, topics)
		if len(ids) != 3 || ids["y"] {
			t.Errorf("restricted to %v", ids)
		}
		cutRuns(g, topics)
	}
	if !slices.Equal(run, rows()) || len(topics[0].Run) != 2 {
		t.Errorf("%d rows are left, and the given ones are %v", len(topics[0].Run), run)
	}
}
