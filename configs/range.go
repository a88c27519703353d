package configs

import (
	"fmt"
	"math"
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
	switch hasHigh := !math.IsInf(r.High, 1); {
	case r.ExcludesLow && hasHigh:
		return fmt.Sprintf("above %v and at most %v", r.Low, r.High)
	case r.ExcludesLow:
		return fmt.Sprintf("above %v", r.Low)
	case hasHigh:
		return fmt.Sprintf("between %v and %v", r.Low, r.High)
	case r.Low == 0:
		return "0 or more"
	}
	return fmt.Sprintf("at least %v", r.Low)
}
