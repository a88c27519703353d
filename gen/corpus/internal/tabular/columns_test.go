package tabular

import (
	"testing"

	"pgregory.net/rapid"
)

// TestMayRead: if a plan says that a further column may not change it, the plan with this column reads the same.
func TestMayRead(t *testing.T) {
	name := rapid.SampledFrom([]string{"query", "Query ID", "passage", "passage_id", "positive", "neg_2", "negative-3", "label", "score",
		"doc.text", "doc.id", "positives.text", "positives.score", "title", "id", "_id", "other", "split", "pos_scores", "rank"})
	rapid.Check(t, func(t *rapid.T) {
		header := rapid.SliceOfNDistinct(name, 1, 8, rapid.ID).Draw(t, "header")
		further := name.Draw(t, "further")
		choice, err := ParseColumns("")
		if err != nil {
			t.Fatal(err)
		}
		before, err := PlanColumns("file", header, true, choice, nil)
		if err != nil || before.MayRead(further) {
			return
		}
		after, err := PlanColumns("file", append(header, further), true, choice, nil)
		if err != nil || !after.IsSame(before) {
			t.Errorf("%q and %q: %v %v, before %v", header, further, after, err, before)
		}
	})
}
