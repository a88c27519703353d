package mine

import (
	"slices"
	"sync"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/perturb"
	"github.com/axiomine/axiomine/gen/retrieve"
)

// ModelScorer is a retrieval model as a Scorer. It scores a made document as k copies of its source, under the statistics of the
// collection.
type ModelScorer struct {
	index     index.Reader
	retriever *retrieve.Retriever
	mu        sync.Mutex
	searcher  *retrieve.Searcher
	queries   map[string][]retrieve.TermFactor // as retrieval ranks by, with feedback; by id
}

// NewModelScorer returns a scorer by a model over a collection.
func NewModelScorer(x index.Reader, m retrieve.Model) *ModelScorer {
	r := retrieve.New(x, m)
	return &ModelScorer{index: x, retriever: r, searcher: r.Searcher(), queries: map[string][]retrieve.TermFactor{}}
}

// Score returns the score of k copies of a document for a query.
func (s *ModelScorer) Score(q *Query, doc uint32, k int) float64 {
	return s.retriever.ScoreRepeated(s.query(q), doc, k)
}

// ScoreCopy returns the score of a copy.
func (s *ModelScorer) ScoreCopy(q *Query, c perturb.Copy) (float64, bool) {
	return s.Terms(q, c.Terms(s.index)), true
}

// Terms returns the score for a query of a document with these terms.
func (s *ModelScorer) Terms(q *Query, terms []uint32) float64 {
	return s.retriever.Terms(s.query(q), terms)
}

// Scores returns the scores of the query's candidates.
func (s *ModelScorer) Scores(q *Query, _ int) []float64 {
	query := s.query(q)
	out := make([]float64, len(q.Docs))
	for i, c := range q.Docs {
		out[i] = s.retriever.ScoreRepeated(query, c.Doc, max(int(c.Made), 1))
	}
	return out
}

// ScoreMade returns the score of a made document.
func (s *ModelScorer) ScoreMade(q *Query, _, candidate, k int) (float64, bool) {
	return s.Score(q, q.Docs[candidate].Doc, k), true
}

func (s *ModelScorer) query(q *Query) []retrieve.TermFactor {
	s.mu.Lock()
	defer s.mu.Unlock()
	terms, ok := s.queries[q.ID]
	if !ok {
		terms = slices.Clone(s.searcher.Query(q.Terms))
		s.queries[q.ID] = terms
	}
	return terms
}
