package division

import (
	"math"
	"testing"

	"github.com/axiomine/axiomine/gen/mine"
)

// A copy has the score of the model that ranked the candidates, and its source's where nothing else is known.
func TestScoreOfCopies(t *testing.T) {
	q := &mine.Query{}
	if got := (&FirstStage{}).ScoreCopy(q, nil, 3); got != 3 {
		t.Errorf("given candidates: %v", got)
	}
	if got := (&FirstStage{model: &mine.ModelScorer{}}).ScoreCopy(q, nil, math.NaN()); !math.IsNaN(got) {
		t.Errorf("a document outside the candidates: %v", got)
	}
}
