package quota

import (
	"testing"

	"pgregory.net/rapid"
)

// TestRatiosAsWritten: a ratio is written in whole numbers where some up to 100 give it, and always reads back the same.
func TestRatiosAsWritten(t *testing.T) {
	for ratio, want := range map[float64]string{1.0 / 3: "1:3", 0.25: "1:4", 4: "4:1", 2.5: "5:2", 7.0 / 100: "7:100", 0.12345: "0.12345:1",
		2.0 / 3: "2:3", 1e-9: "1e-09:1"} {
		if got := formatRatio(ratio); got != want {
			t.Errorf("%v: %s, want %s", ratio, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		ratio := rapid.OneOf(rapid.Float64Range(1e-12, 1e12), rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(1, 200).Draw(t, "a")) / float64(rapid.IntRange(1, 200).Draw(t, "r"))
		})).Draw(t, "ratio")
		if got, err := parseRatio(formatRatio(ratio)); err != nil || got != ratio {
			t.Fatalf("%v is written %s and reads %v, %v", ratio, formatRatio(ratio), got, err)
		}
	})
}
