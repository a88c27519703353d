package page

import (
	"testing"

	"pgregory.net/rapid"
)

func TestScaleIsNiceAndWideEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e6, 1e6).Draw(t, "lo")
		hi := lo + rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(1e-9, 1), rapid.Float64Range(0, 1e6)).Draw(t, "width")
		count := rapid.IntRange(3, 8).Draw(t, "count")
		s := niceScale([]float64{lo, hi}, 0, 100, count)
		ticks := s.ticks()
		if s.lo > lo+s.step*1e-6 || s.hi < hi-s.step*1e-6 || len(ticks) < 2 || len(ticks) > count+3 {
			t.Fatalf("%v..%v gives %+v with ticks %v", lo, hi, s, ticks)
		}
		labels := map[string]bool{}
		for _, v := range ticks {
			labels[s.label(v)] = true
		}
		if len(labels) != len(ticks) {
			t.Fatalf("ticks %v share labels %v", ticks, labels)
		}
	})
}

func TestNumbers(t *testing.T) {
	for got, want := range map[string]string{
		PValue(4.2e-25): "4e-25", PValue(0.000123): "1e-4",
		PValue(0.0301): "0.030", PValue(0): "<1e-99",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestSpanText: a single measure has no span.
func TestSpanText(t *testing.T) {
	for want, values := range map[string][]float64{"–": {0.25}, "0.250–0.500": {0.5, 0.25, 0.375}} {
		if got := SpanText(values); got != want {
			t.Errorf("%v: %s, want %s", values, got, want)
		}
	}
}
