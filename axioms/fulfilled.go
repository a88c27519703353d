package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// Fulfilled reports whether a model fulfils an instance of a pair axiom. first is the model's score of the preferred document, second its
// score of the other one. The condition is first > second, and first >= second for a weak axiom, with the tolerance of all comparisons.
func Fulfilled(weak bool, first, second float64) bool {
	if weak {
		return rule.AtLeast(first, second)
	}
	return rule.Greater(first, second)
}

// FulfilledTriple reports whether a model fulfils an instance (i, j, k) of TFC2: S(j) - S(i) > S(k) - S(j).
func FulfilledTriple(i, j, k float64) bool { return rule.Greater(j-i, k-j) }

// DeltaStarSteps are the values of delta_star that Rennings (thesis 2019) compares.
var DeltaStarSteps = [20]float64{
	0, .01, .02, .03, .04, .05, .06, .07, .08, .09, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1,
}

// Step returns the index of the smallest delta_star in DeltaStarSteps that allows the two or three
// lengths. It computes in integers and agrees with rule.LengthRange.Holds.
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
