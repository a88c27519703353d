package rule

import "math"

// The tolerance of all comparisons of floating-point numbers. With it, the order of a summation cannot change an answer.
const (
	relativeTolerance = 1e-9
	absoluteTolerance = 1e-12
)

// Equal reports whether |a-b| <= 1e-9 max(|a|,|b|) or |a-b| <= 1e-12. An infinity equals only itself, NaN nothing.
func Equal(a, b float64) bool {
	difference := math.Abs(a - b)
	return a == b || difference <= absoluteTolerance || difference <= relativeTolerance*max(math.Abs(a), math.Abs(b)) &&
		difference <= math.MaxFloat64
}

// Greater reports whether a is larger than b and not equal to it.
func Greater(a, b float64) bool { return a > b && !Equal(a, b) }

// AtLeast reports whether a is larger than or equal to b.
func AtLeast(a, b float64) bool { return a > b || Equal(a, b) }

// IsClose reports whether a ~x b: |a-b| <= x max(|a|,|b|). 0 ~x 0 holds.
func IsClose(x, a, b float64) bool {
	return a == b || AtLeast(float64(x*max(math.Abs(a), math.Abs(b))), math.Abs(a-b))
}

// ExceedsBy reports whether a >x b: a > x a + b.
func ExceedsBy(x, a, b float64) bool { return Greater(a, float64(x*a)+b) }

// PreferLarger prefers the document whose number is larger.
func PreferLarger(a, b float64) Verdict {
	switch {
	case Greater(a, b):
		return First
	case Greater(b, a):
		return Second
	}
	return Neither
}

// PreferMore prefers the document whose count is larger.
func PreferMore[N ~int | ~int32 | ~int64](a, b N) Verdict {
	switch {
	case a > b:
		return First
	case a < b:
		return Second
	}
	return Neither
}

// PreferOne returns First if only the first condition holds, Second if only the second holds, and Neither in the other cases.
func PreferOne(first, second bool) Verdict {
	switch {
	case first && !second:
		return First
	case second && !first:
		return Second
	}
	return Neither
}
