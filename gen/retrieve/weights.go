package retrieve

import (
	"github.com/axiomine/axiomine/axioms/weighting"
)

// Weights are a weighted query's terms as a model weighs them, looked up once for all documents.
type Weights []termWeight

// termWeight is a place of the query that the model weighs.
type termWeight struct {
	TermFactor
	weight weighting.TermWeight
	place  int // of its term
}

// Weights looks up the terms of a query that a Searcher gave, in memory that to has. place numbers terms, as Score asks for them.
func (r *Retriever) Weights(query []TermFactor, place func(t uint32) int, out Weights) Weights {
	out = out[:0]
	for _, q := range query {
		if w, ok := r.m.Term(r.x, q.Term); ok {
			out = append(out, termWeight{q, w, place(q.Term)})
		}
	}
	return out
}

// Score returns the score of a document of a length in tokens; times says, by the place of a term, how often it holds that. Its plain
// definition is Retriever.Terms.
func (w Weights) Score(length int, times []int) float64 {
	score := 0.0
	for i := range w {
		score += float64(w[i].Factor * w[i].weight.Weight(times[w[i].place], length))
	}
	return score
}
