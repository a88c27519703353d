package train

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
)

// modelScorer asks a trained DRMM.
type modelScorer struct {
	features *features
	model    *drmm.Model
}

func (s modelScorer) Scores(q *mine.Query, _ int) []float64 { return s.features.scores(s.model, q) }

func (s modelScorer) Made(q *mine.Query, _, candidate, k int) (float64, bool) {
	input, ok := s.features.made[madeKey{q.ID, int32(candidate), int32(k)}]
	if !ok {
		return 0, false
	}
	return s.model.Score(s.features.store.Input(input)), true
}

// firstStage gives the candidates' own scores. A candidate that was added without one stands below all others.
type firstStage struct {
	model *mine.Retrieved // that made the candidates; nil when they were given, with or without scores
}

// newFirstStage can score made documents too if the chain retrieves its candidates.
func newFirstStage(c *prepare.Prepared) (*firstStage, error) {
	if !c.Retrieves() {
		return &firstStage{}, nil
	}
	model, err := c.ModelScorer(c.Config.Gen.Retrieval)
	return &firstStage{model}, err
}

func (s *firstStage) Scores(q *mine.Query, _ int) []float64 {
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
func (s *firstStage) Made(q *mine.Query, place, candidate, k int) (float64, bool) {
	if s.model == nil {
		return 0, false
	}
	return s.model.Made(q, place, candidate, k)
}

// copied scores a copy of a document that has a score, by the model that gave it; where the candidates were given, the copy has its
// source's.
func (s *firstStage) copied(q *mine.Query, terms []uint32, source float64) float64 {
	if s.model == nil || math.IsNaN(source) {
		return source
	}
	return s.model.Terms(q, terms)
}

// mixture is alpha z(first stage) + (1 - alpha) z(model) of standardised scores, z over a query's candidates.
func mixture(first, model []float64, alpha float64) []float64 {
	out := make([]float64, len(first))
	for i := range out {
		out[i] = alpha*first[i] + (1-alpha)*model[i]
	}
	return out
}

// standardised gives (x - mean) / standard deviation; all zero where the values do not differ. What has no score counts
// as the lowest.
func standardised(x []float64) []float64 {
	out := slices.Clone(x)
	low := math.Inf(1)
	for _, v := range x {
		if !math.IsInf(v, 0) {
			low = min(low, v)
		}
	}
	for i, v := range out {
		if math.IsInf(v, -1) {
			out[i] = low
		}
	}
	mean := eval.Mean(out)
	variance := 0.0
	for _, v := range out {
		variance += (v - mean) * (v - mean)
	}
	sd := math.Sqrt(variance / float64(max(len(out), 1)))
	for i := range out {
		if sd > 0 {
			out[i] = (out[i] - mean) / sd
		} else {
			out[i] = 0
		}
	}
	return out
}
