package axioms

import "math"

// Floating numbers compare with one tolerance everywhere, so that the order of a summation cannot flip an answer.
const (
	relativeTolerance = 1e-9
	absoluteTolerance = 1e-12
)

// equal reports whether |a-b| <= 1e-9 max(|a|,|b|) or |a-b| <= 1e-12. An infinity equals only
// itself, NaN nothing.
func equal(a, b float64) bool {
	difference := math.Abs(a - b)
	return a == b || difference <= absoluteTolerance || difference <= relativeTolerance*max(math.Abs(a), math.Abs(b)) &&
		difference <= math.MaxFloat64
}

// greater reports whether a is larger than b and not equal to it.
func greater(a, b float64) bool { return a > b && !equal(a, b) }

// atLeast reports whether a is larger than or equal to b.
func atLeast(a, b float64) bool { return a > b || equal(a, b) }

// isClose reports whether a ~x b: |a-b| <= x max(|a|,|b|). 0 ~x 0 holds.
func isClose(x, a, b float64) bool {
	return a == b || atLeast(float64(x*max(math.Abs(a), math.Abs(b))), math.Abs(a-b))
}

// exceedsBy reports whether a >x b: a > x a + b.
func exceedsBy(x, a, b float64) bool { return greater(a, float64(x*a)+b) }

// preferLarger prefers the document whose number is larger.
func preferLarger(a, b float64) Verdict {
	switch {
	case greater(a, b):
		return First
	case greater(b, a):
		return Second
	}
	return Neither
}

// preferMore prefers the document whose count is larger.
func preferMore[N ~int | ~int32 | ~int64](a, b N) Verdict {
	switch {
	case a > b:
		return First
	case a < b:
		return Second
	}
	return Neither
}

// preferOne returns the verdict of two conditions, one for each direction: Neither where both or
// none hold.
func preferOne(first, second bool) Verdict {
	switch {
	case first && !second:
		return First
	case second && !first:
		return Second
	}
	return Neither
}
