package features

import (
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/drmm"
)

// Scorer scores documents with a trained DRMM.
type Scorer struct {
	Features *Features
	Model    *drmm.Model
}

func (s Scorer) Scores(q *mine.Query, _ int) []float64 { return s.Features.Scores(s.Model, q) }

func (s Scorer) ScoreMade(q *mine.Query, _, candidate, k int) (float64, bool) {
	input, ok := s.Features.madeInputs[copyKey{q.ID, int32(candidate), int32(k)}]
	if !ok {
		return 0, false
	}
	return s.Features.score(s.Model, input), true
}
