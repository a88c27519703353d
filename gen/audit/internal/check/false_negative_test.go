package check

import (
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

// TestReasonOfWords compares the reason with sentences by hand: how many words of the query each text holds, and how close together.
func TestReasonOfWords(t *testing.T) {
	set := &trainset.Set{Rows: []trainset.Row{{End: 2}}, Items: make([]trainset.Item, 2)}
	for want, n := range map[string]suspect.Document{
		"it holds all 4 words of the query within 6 words; the positive holds 2 within 2 words": {Words: 4, Holds: 4, Window: 6,
			PositiveHolds: 2, PositiveWindow: 2},
		"it holds 3 of the query's 4 words within 40 words; the positive holds 3": {Words: 4, Holds: 3, Window: 40, PositiveHolds: 3,
			PositiveWindow: 41},
		"it holds 3 of the query's 4 words; the positive holds 3": {Words: 4, Holds: 3, Window: 9, PositiveHolds: 3, PositiveWindow: 9},
		"it holds 1 of the query's 1 word; the positive holds 0":  {Words: 1, Holds: 1},
	} {
		in := &Input{Set: set, Suspects: &suspect.Suspects{Negatives: []suspect.Document{n}}}
		want = "The negative may be relevant: " + want + "; it is 0.00 like the positive (cosine of TF-IDF)."
		if got := falseNegative.Reason(in, Flag{}); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
