package mine

import (
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Scorer gives a model's scores on a query's candidates. It may be asked by several goroutines.
type Scorer interface {
	// Scores gives one score per candidate of the query at place, in their order; NaN where the model has none.
	Scores(q *Query, place int) []float64
	// Made gives the score of the document made from a candidate by repeating it k times; ok is false where the model
	// has none.
	Made(q *Query, place, candidate, k int) (score float64, ok bool)
}

// Violated keeps, of what axioms find, the instances that a model orders wrongly: those it does not fulfil, as a diagnosis
// counts them (axioms.Fulfilled, axioms.FulfilledTriple), and those on which the preferred document leads by less than
// Margin. An instance of which the model lacks a score is left out too, and counted apart.
type Violated struct {
	By     Scorer
	Margin float64 // in units of the model's scores; 0 keeps plain violations
}

// narrow takes out of found what the model orders well or does not score.
func (v *Violated) narrow(list []axioms.Axiom, q *Query, place int, found *Found) {
	scores := v.By.Scores(q, place)
	for a, axiom := range list {
		weak := axiom.Spec().Weak
		kept := found.Pairs[a][:0]
		for _, in := range found.Pairs[a] {
			preferred, other := scores[in.Pos], scores[in.Neg]
			if in.Made > 0 {
				var ok bool
				if preferred, ok = v.By.Made(q, place, int(in.Pos), int(in.Made)); !ok {
					preferred = math.NaN()
				}
			}
			switch lead := preferred - other; {
			case math.IsNaN(lead):
				found.NotScored[a]++
			case axioms.Fulfilled(weak, preferred, other) && lead >= v.Margin:
				found.NotViolated[a]++
			default:
				kept = append(kept, in)
			}
		}
		found.Pairs[a] = kept
		triples := found.Triples[a][:0]
		for _, in := range found.Triples[a] {
			i, j, k := scores[in[0]], scores[in[1]], scores[in[2]]
			switch lead := (j - i) - (k - j); {
			case math.IsNaN(lead):
				found.NotScored[a]++
			case axioms.FulfilledTriple(i, j, k) && lead >= v.Margin:
				found.NotViolated[a]++
			default:
				triples = append(triples, in)
			}
		}
		found.Triples[a] = triples
	}
}

// RunScores is a run as a Scorer. Documents made by lnc2 stand in a run under their own ids, ID~k.
type RunScores struct {
	index   index.Reader
	byQuery map[string]map[string]float64
}

// NewRunScores takes over the scores of a run.
func NewRunScores(x index.Reader, run []corpus.Scored) *RunScores {
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

// Score is the run's score of a document for a query.
func (s *RunScores) Score(query, doc string) (float64, bool) {
	score, ok := s.byQuery[query][doc]
	return score, ok
}

// Knows says whether the run has a row for a query.
func (s *RunScores) Knows(query string) bool { return s.byQuery[query] != nil }

// Scores gives the run's scores of the query's candidates.
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

// Copied gives the run's score of a copy, which stands in it under its own id.
func (s *RunScores) Copied(q *Query, c Copy) (float64, bool) {
	score, ok := s.byQuery[q.ID][c.ID(s.index)]
	return score, ok
}

// Made gives the run's score of a made document.
func (s *RunScores) Made(q *Query, _, candidate, k int) (float64, bool) {
	score, ok := s.byQuery[q.ID][pairs.MadeID(s.index.DocID(q.Docs[candidate].Doc), k)]
	return score, ok
}
