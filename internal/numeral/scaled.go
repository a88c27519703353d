package numeral

import "math"

// Scaled returns numbers divided by the power of two that brings the largest to 1: no square of them overflows or vanishes, and no digit
// changes.
func Scaled(numbers []float64) []float64 {
	scaled, largest := make([]float64, len(numbers)), 0.0
	for _, x := range numbers {
		largest = max(largest, math.Abs(x))
	}
	_, exponent := math.Frexp(largest)
	for i, x := range numbers {
		scaled[i] = math.Ldexp(x, -exponent)
	}
	return scaled
}
