package train

import (
	"math"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/retrieve"
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
	retriever *retrieve.Retriever // nil when the candidates were given, with or without scores
	mu        sync.Mutex
	searcher  *retrieve.Searcher
	queries   map[string][]retrieve.Weighted // as retrieval ranks by, with feedback; by id, where asked for
}

// newFirstStage can score made documents too if the chain retrieves its candidates.
func newFirstStage(c *gen.Chain) (*firstStage, error) {
	if !c.Retrieves() {
		return &firstStage{}, nil
	}
	model, err := c.Model()
	if err != nil {
		return nil, err
	}
	r := retrieve.New(c.Index, model)
	return &firstStage{retriever: r, searcher: r.Searcher(), queries: map[string][]retrieve.Weighted{}}, nil
}

func (s *firstStage) Scores(q *mine.Query, _ int) []float64 {
	out := make([]float64, len(q.Docs))
	for i, c := range q.Docs {
		out[i] = c.Score
		if c.Made > 0 {
			if score, ok := s.repeated(q, c.Doc, int(c.Made)); ok {
				out[i] = score
			}
		}
		if math.IsNaN(out[i]) {
			out[i] = math.Inf(-1)
		}
	}
	return out
}

// Made scores a document of k times the length and k times every count, under the query that ranked the candidates.
func (s *firstStage) Made(q *mine.Query, _, candidate, k int) (float64, bool) {
	return s.repeated(q, q.Docs[candidate].Doc, k)
}

func (s *firstStage) repeated(q *mine.Query, doc uint32, k int) (float64, bool) {
	if s.retriever == nil {
		return 0, false
	}
	return s.retriever.Repeated(s.query(q), doc, k), true
}

func (s *firstStage) query(q *mine.Query) []retrieve.Weighted {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.queries[q.ID]
	if !ok {
		known = slices.Clone(s.searcher.Query(q.Terms))
		s.queries[q.ID] = known
	}
	return known
}

// mixture is alpha z(first stage) + (1 - alpha) z(model), z over a query's candidates.
func mixture(first, model []float64, alpha float64) []float64 {
	a, b := standardised(first), standardised(model)
	out := make([]float64, len(a))
	for i := range a {
		out[i] = alpha*a[i] + (1-alpha)*b[i]
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
