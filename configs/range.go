package configs

import (
	"math"
	"strconv"
)

// numberRange holds the bounds of a number. Both are included, but for Low where ExcludesLow is set. No bound is an infinity.
type numberRange struct {
	Low, High   float64
	ExcludesLow bool
}

func atLeast(low float64) *numberRange           { return &numberRange{Low: low, High: math.Inf(1)} }
func closedRange(low, high float64) *numberRange { return &numberRange{Low: low, High: high} }
func aboveUpTo(low, high float64) *numberRange {
	return &numberRange{Low: low, High: high, ExcludesLow: true}
}

// Holds reports whether a number is in the range.
func (r *numberRange) Holds(x float64) bool {
	return x >= r.Low && x <= r.High && (!r.ExcludesLow || x > r.Low)
}

func (r *numberRange) String() string {
	low, high := strconv.FormatFloat(r.Low, 'f', -1, 64), strconv.FormatFloat(r.High, 'f', -1, 64)
	switch hasHigh := !math.IsInf(r.High, 1); {
	case r.ExcludesLow && hasHigh:
		return "above " + low + " and at most " + high
	case r.ExcludesLow:
		return "above " + low
	case hasHigh:
		return "between " + low + " and " + high
	case r.Low == 0:
		return "0 or more"
	}
	return "at least " + low
}
