package page

import (
	"html"
	"regexp"
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// endLabel is a label that ends at its x: those of rows and of vertical axes.
var endLabel = regexp.MustCompile(`<text x="([-0-9.]+)" y="[^"]*" text-anchor="end" class="([a-z ]+)">([^<]*)</text>`)

// TestTicksAreNotCut: labels of a vertical axis begin within the drawing, whatever their decimals. A digit takes .63 of its 12 pixels.
func TestTicksAreNotCut(t *testing.T) {
	for _, unit := range []float64{1, 0.1, 0.003, 0.0004, 1e-6, 1e5} {
		values := []float64{-1.07 * unit, 0.31 * unit, 2.6 * unit}
		series := []Series{{Name: "a", Values: values}}
		f := Lines{X: "x", Y: "y", Xs: []float64{1, 2, 3}, Labels: []string{"1", "2", "3"}, Series: series}.Figure()
		ticks := 0
		for _, found := range endLabel.FindAllStringSubmatch(string(f.Drawing), -1) {
			x := must.Get(strconv.ParseFloat(found[1], 64))(t)
			label := html.UnescapeString(found[3])
			if ticks++; x < 7.6*float64(utf8.RuneCountInString(label)) {
				t.Errorf("lines of about %g: the label %q ends at %g", unit, label, x)
			}
		}
		if ticks < 3 {
			t.Errorf("lines of about %g: %d ticks", unit, ticks)
		}
	}
}

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
		must.Equal(t, got, want)
	}
}

// TestSpanText: a single measure has no span.
func TestSpanText(t *testing.T) {
	for want, values := range map[string][]float64{"–": {0.25}, "0.250–0.500": {0.5, 0.25, 0.375}} {
		must.Equal(t, SpanText(values), want, "%v", values)
	}
}
