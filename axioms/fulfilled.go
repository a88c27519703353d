package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// Fulfilled reports whether a model fulfils the instance of a pair axiom with its scores of the
// preferred document and the other document: first > second, for a weak axiom first >= second.
// Scores are compared with the tolerance of all comparisons.
func Fulfilled(weak bool, first, second float64) bool {
	if weak {
		return rule.AtLeast(first, second)
	}
	return rule.Greater(first, second)
}

// FulfilledTriple reports whether a model fulfils an instance (i, j, k) of TFC2:
// S(j) - S(i) > S(k) - S(j).
func FulfilledTriple(i, j, k float64) bool { return rule.Greater(j-i, k-j) }

// DeltaStarSteps are the relative bounds that Rennings sweeps (thesis 2019): 0 to 0.1 by 0.01, then to 1 by 0.1.
var DeltaStarSteps = [20]float64{
	0, .01, .02, .03, .04, .05, .06, .07, .08, .09, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1,
}

// Step returns the index in DeltaStarSteps of the smallest relative bound within which the lengths
// (two or three) are. It computes in integers what Holds would answer step by step.
func Step(lengths ...int) int {
	low, high := slices.Min(lengths), slices.Max(lengths)
	if low == high {
		return 0
	}
	if hundredths := (100*(high-low) + high - 1) / high; hundredths <= 10 {
		return hundredths
	}
	return 9 + (10*(high-low)+high-1)/high
}
