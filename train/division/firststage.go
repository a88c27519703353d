package division

import (
	"math"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
)

// FirstStage gives the candidates' own scores. A candidate that was added without one stands below all others.
type FirstStage struct {
	model *mine.Retrieved // that made the candidates; nil when they were given, with or without scores
}

// NewFirstStage can score made documents too if the chain retrieves its candidates.
func NewFirstStage(c *prepare.Prepared) (*FirstStage, error) {
	if !c.Retrieves() {
		return &FirstStage{}, nil
	}
	model, err := c.ModelScorer(c.Config.Gen.Retrieval)
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

// Made scores a document of k times the length and k times every count, under the query that ranked the candidates.
func (s *FirstStage) Made(q *mine.Query, place, candidate, k int) (float64, bool) {
	if s.model == nil {
		return 0, false
	}
	return s.model.Made(q, place, candidate, k)
}

// Copied scores a copy of a document that has a score, by the model that gave it; where the candidates were given, the copy has its
// source's.
func (s *FirstStage) Copied(q *mine.Query, terms []uint32, source float64) float64 {
	if s.model == nil || math.IsNaN(source) {
		return source
	}
	return s.model.Terms(q, terms)
}
