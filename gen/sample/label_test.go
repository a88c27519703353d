package sample

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestLabelCandidates: by hand. A preferred document has the label 1 unless it is relevant, or the preference is for one made of it.
func TestLabelCandidates(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{Judged: true, Grade: 1}, {}, {}, {}}}
	pools := [][]pairs.Instance{{{Pos: 0, Neg: 3}, {Pos: 1, Neg: 3}}, {{Pos: 2, Neg: 3, Made: 2}, {Pos: 1, Neg: 0}}}
	if got := labelCandidates(q, pools, 1, nil); !slices.Equal(got, []int8{LabelRelevant, LabelPreferred, LabelRest, LabelRest}) {
		t.Errorf("%d, want 2, 1, 0, 0", got)
	}
}
