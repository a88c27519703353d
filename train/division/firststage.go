package division

import (
	"math"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
)

// FirstStage returns the candidates' scores in the first stage. A candidate without a score is below all
// others.
type FirstStage struct {
	model *mine.ModelScorer // the model that retrieved the candidates; nil for a given run, with or without scores
}

// NewFirstStage returns the first stage of a chain. It can also score made documents if the chain
// retrieves its candidates.
func NewFirstStage(c *prepare.Preparation) (*FirstStage, error) {
	if !c.Inputs.Collection.Retrieves() {
		return &FirstStage{}, nil
	}
	model, err := prepare.ModelScorer(&c.Run.Config.Gen, c.Index, c.Run.Config.Gen.Retrieval)
	return &FirstStage{model}, err
}

func (s *FirstStage) Scores(q *mine.Query, _ int) []float64 {
	out := make([]float64, len(q.Docs))
	for i, c := range q.Docs {
		out[i] = c.Score
		if c.Made > 0 && s.model != nil {
			out[i] = s.model.Score(q, c.Doc, int(c.Made))
		}
		if math.IsNaN(out[i]) {
			out[i] = math.Inf(-1)
		}
	}
	return out
}

// ScoreMade returns the score of a document with k times the length and k times every count, under the query
// that ranked the candidates.
func (s *FirstStage) ScoreMade(q *mine.Query, pos, candidate, k int) (float64, bool) {
	if s.model == nil {
		return 0, false
	}
	return s.model.ScoreMade(q, pos, candidate, k)
}
