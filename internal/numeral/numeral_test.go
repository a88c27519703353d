package numeral

import (
	"math"
	"testing"
)

// TestParse: decimal digits alone are a number; infinities are left to the caller.
func TestParse(t *testing.T) {
	for text, want := range map[string]float64{"1": 1, "-0.5": -.5, "+3": 3, "1e3": 1000, ".5": .5, "5.": 5, "-Infinity": math.Inf(-1)} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%s: %v, error %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1_000", "0x1p4", "0X1P4", "1_0e1_0", "0x10", "٣", " 1", "1,5", "1e", "--1"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q: %v, want an error", text, got)
		}
	}
}
