package celltext

import (
	"math"
	"testing"
)

// TestParseFloat: the numbers that Python's float and C's atof read alike, but for the signs of infinity.
func TestParseFloat(t *testing.T) {
	for text, want := range map[string]float64{"1": 1, "-0.5": -.5, "1e3": 1000, "+2": 2, ".5": .5, "1.": 1, "Infinity": math.Inf(1)} {
		if got, err := ParseFloat(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"1_000", "0x1", "0X1p3", "1_0.5", "", "1,5"} {
		if got, err := ParseFloat(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
