// Package fulfilment counts how often the scores of models obey the preferences of axioms.
package fulfilment

import (
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Scorer returns a model's scores on a query's candidates. It must be safe for several goroutines.
type Scorer = mine.Scorer

// Outcome says what a model's scores do with an instance of an axiom.
type Outcome uint8

// The outcomes.
const (
	Unscored Outcome = iota
	Tied             // equal scores, of a weak axiom
	Violated
	Fulfilled // the preferred document scores higher
)

// ScoresOf returns a model's scores of an instance's two documents, NaN for a made document that it does not score.
func ScoresOf(model Scorer, scores []float64, q *mine.Query, pos int, in pairs.Instance) (first, other float64) {
	first, other = scores[in.Pos], scores[in.Neg]
	if in.Made > 0 {
		var ok bool
		if first, ok = model.ScoreMade(q, pos, int(in.Pos), int(in.Made)); !ok {
			first = math.NaN()
		}
	}
	return first, other
}

// IsOrdered reports whether the instance counts for the model: it scores the documents, and does not tie those of a weak axiom.
func (o Outcome) IsOrdered() bool { return o >= Violated }

// OfPair returns the outcome for the scores of the preferred document and the other one.
func OfPair(weak bool, first, other float64) Outcome {
	switch {
	case math.IsNaN(first) || math.IsNaN(other):
		return Unscored
	case axioms.Fulfilled(false, first, other):
		return Fulfilled
	case weak && axioms.Fulfilled(true, first, other):
		return Tied
	}
	return Violated
}

// OfTriple returns the outcome for the scores of an instance of TFC2.
func OfTriple(i, j, k float64) Outcome {
	switch {
	case math.IsNaN(i) || math.IsNaN(j) || math.IsNaN(k):
		return Unscored
	case axioms.FulfilledTriple(i, j, k):
		return Fulfilled
	}
	return Violated
}
