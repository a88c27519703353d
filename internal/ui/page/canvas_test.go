package page

import (
	"html"
	"regexp"
	"strconv"
	"testing"
	"unicode/utf8"
)

// endLabel is a label that ends at its x: those of rows and of vertical axes.
var endLabel = regexp.MustCompile(`<text x="([-0-9.]+)" y="[^"]*" text-anchor="end" class="([a-z ]+)">([^<]*)</text>`)

// TestTicksAreNotCut: labels of a vertical axis begin within the drawing, whatever their decimals. A digit takes .63 of its 12 pixels.
func TestTicksAreNotCut(t *testing.T) {
	for _, unit := range []float64{1, 0.1, 0.003, 0.0004, 1e-6, 1e5} {
		values := []float64{-1.07 * unit, 0.31 * unit, 2.6 * unit}
		series := []Series{{Name: "a", Values: values}}
		for name, f := range map[string]*Figure{"lines": Lines{X: "x", Y: "y", Xs: []float64{1, 2, 3}, Series: series}.Figure(),
			"bars": Bars{X: "x", Y: "y", Values: values, Notes: make([]string, 3)}.Figure()} {
			for _, drawing := range []string{string(f.Wide), string(f.Narrow)} {
				ticks := 0
				for _, found := range endLabel.FindAllStringSubmatch(drawing, -1) {
					x, err := strconv.ParseFloat(found[1], 64)
					if err != nil {
						t.Fatal(err)
					}
					label := html.UnescapeString(found[3])
					if ticks++; x < 7.6*float64(utf8.RuneCountInString(label)) {
						t.Errorf("%s of about %g: the label %q ends at %g", name, unit, label, x)
					}
				}
				if ticks < 3 {
					t.Errorf("%s of about %g: %d ticks", name, unit, ticks)
				}
			}
		}
	}
}
