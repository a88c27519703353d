package mine

import (
	"math"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Scorer scores a query's candidates with a model. Several goroutines may use it.
type Scorer interface {
	// Scores returns the scores of the candidates of the query at place, in order; NaN for a candidate without a score.
	Scores(q *Query, place int) []float64
	// ScoreMade returns the score of a candidate repeated k times. ok is false if the model has no such score.
	ScoreMade(q *Query, place, candidate, k int) (score float64, ok bool)
}

// ViolationFilter keeps the instances that a model orders wrongly (see axioms.Fulfilled and FulfilledTriple), or whose preferred document
// leads by less than Margin. It also removes instances without a score, which have a separate count.
type ViolationFilter struct {
	Scorer Scorer
	Margin float64 // minimum lead of a correct order, in units of the model's scores; with 0 only wrongly ordered instances stay
}

// keepViolated removes the instances that the model orders correctly or does not score from the result, and counts them there.
func (v *ViolationFilter) keepViolated(list []axioms.Axiom, q *Query, place int, result *Found) {
	scores := v.Scorer.Scores(q, place)
	for a, axiom := range list {
		weak := axiom.Spec().Weak
		isLeftOut := func(lead float64, isFulfilled bool) bool {
			switch {
			case math.IsNaN(lead):
				result.NotScored[a]++
				return true
			case isFulfilled && lead >= v.Margin:
				result.NotViolated[a]++
				return true
			}
			return false
		}
		result.Pairs[a] = slices.DeleteFunc(result.Pairs[a], func(in pairs.Instance) bool {
			pos, neg := scores[in.Pos], scores[in.Neg]
			if in.Made > 0 {
				var ok bool
				if pos, ok = v.Scorer.ScoreMade(q, place, int(in.Pos), int(in.Made)); !ok {
					pos = noScore
				}
			}
			return isLeftOut(pos-neg, axioms.Fulfilled(weak, pos, neg))
		})
		result.Triples[a] = slices.DeleteFunc(result.Triples[a], func(in [3]int32) bool {
			i, j, k := scores[in[0]], scores[in[1]], scores[in[2]]
			return isLeftOut((j-i)-(k-j), axioms.FulfilledTriple(i, j, k))
		})
	}
}

// RunScores is a run as a Scorer. A document that lnc2 made has the id ID~k in a run.
type RunScores struct {
	index   index.Reader
	byQuery map[string]map[string]float64
}

// NewRunScores returns the scores of a run's rows. x is the index of the documents in the run.
func NewRunScores(x index.Reader, run []corpus.RunRow) *RunScores {
	s := &RunScores{index: x, byQuery: map[string]map[string]float64{}}
	for _, row := range run {
		docs := s.byQuery[row.QueryID]
		if docs == nil {
			docs = map[string]float64{}
			s.byQuery[row.QueryID] = docs
		}
		docs[row.DocID] = row.Score
	}
	return s
}

// Score returns the run's score of a document for a query.
func (s *RunScores) Score(query, doc string) (float64, bool) {
	score, ok := s.byQuery[query][doc]
	return score, ok
}

// Scores returns the run's scores of the query's candidates.
func (s *RunScores) Scores(q *Query, _ int) []float64 {
	docs := s.byQuery[q.ID]
	out := make([]float64, len(q.Docs))
	for i := range q.Docs {
		score, ok := docs[q.Docs[i].ID(s.index)]
		if !ok {
			score = noScore
		}
		out[i] = score
	}
	return out
}

// ScoreMade returns the run's score of a made document.
func (s *RunScores) ScoreMade(q *Query, _, candidate, k int) (float64, bool) {
	return s.Score(q.ID, pairs.MadeID(s.index.DocID(q.Docs[candidate].Doc), k))
}

// ModelScorer is a retrieval model as a Scorer. A made document is scored as k copies of its source, with the collection's statistics.
type ModelScorer struct {
	retriever *retrieve.Retriever
	mu        sync.Mutex
	searcher  *retrieve.Searcher
	queries   map[string][]retrieve.TermFactor // the expanded queries, by id
}

// NewModelScorer returns a scorer for a model and the collection of x.
func NewModelScorer(x index.Reader, m retrieve.Model) *ModelScorer {
	r := retrieve.New(x, m)
	return &ModelScorer{retriever: r, searcher: r.Searcher(), queries: map[string][]retrieve.TermFactor{}}
}

// Score returns the score of k copies of a document for a query.
func (s *ModelScorer) Score(q *Query, doc uint32, k int) float64 {
	return s.retriever.ScoreRepeated(s.query(q), doc, k)
}

// Scores returns the scores of the query's candidates.
func (s *ModelScorer) Scores(q *Query, _ int) []float64 {
	query := s.query(q)
	return lists.Map(q.Docs, func(c Candidate) float64 { return s.retriever.ScoreRepeated(query, c.Doc, max(int(c.Made), 1)) })
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
