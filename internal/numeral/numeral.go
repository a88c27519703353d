// Package numeral parses numbers that people and other programs write, and scales numbers.
package numeral

import (
	"math"
	"strconv"
	"strings"
)

// Parse reads a decimal number, as strconv.ParseFloat does. It refuses the forms that only Go and a few others read: 1_000 and 0x1p4.
func Parse(text string) (float64, error) {
	for _, char := range []byte(text) {
		if char == '_' || char == 'x' || char == 'X' {
			return 0, &strconv.NumError{Func: "Parse", Num: strings.Clone(text), Err: strconv.ErrSyntax}
		}
	}
	return strconv.ParseFloat(text, 64)
}

// Scaled returns the numbers divided by a power of two, so that the largest is near 1. Squares then neither overflow nor vanish, and no
// digit changes.
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
