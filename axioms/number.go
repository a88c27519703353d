package axioms

import "math"

// Floating numbers compare with one tolerance everywhere, so that the order of a summation cannot flip an answer.
const (
	relativeTolerance = 1e-9
	absoluteTolerance = 1e-12
)

// equal says whether |a-b| <= 1e-9 max(|a|,|b|) or |a-b| <= 1e-12. An infinity equals only itself, NaN nothing.
func equal(a, b float64) bool {
	difference := math.Abs(a - b)
	return a == b || difference <= absoluteTolerance || difference <= relativeTolerance*max(math.Abs(a), math.Abs(b)) &&
		difference <= math.MaxFloat64
}

// greater says whether a is larger than b and not equal to it.
func greater(a, b float64) bool { return a > b && !equal(a, b) }

// atLeast says whether a is larger than or equal to b.
func atLeast(a, b float64) bool { return a > b || equal(a, b) }

// about is a ~x b: |a-b| <= x max(|a|,|b|), so that 0 ~x 0.
func about(x, a, b float64) bool {
	return a == b || atLeast(float64(x*max(math.Abs(a), math.Abs(b))), math.Abs(a-b))
}

// above is a >x b: a > x a + b.
func above(x, a, b float64) bool { return greater(a, float64(x*a)+b) }

// larger prefers the document whose number is larger.
func larger(a, b float64) Verdict {
	switch {
	case greater(a, b):
		return First
	case greater(b, a):
		return Second
	}
	return Neither
}

// more prefers the document whose count is larger.
func more[N ~int | ~int32 | ~int64](a, b N) Verdict {
	switch {
	case a > b:
		return First
	case a < b:
		return Second
	}
	return Neither
}

// either is the verdict of an axiom whose conditions for both directions were tried: 0 where both or none hold.
func either(first, second bool) Verdict {
	switch {
	case first && !second:
		return First
	case second && !first:
		return Second
	}
	return Neither
}
