package page

import (
	"math"
	"regexp"
	"strings"
	"testing"
)

// TestLeastSquares: by hand. Of (0, 1), (1, 3), (2, 2) the slope is .5 through (1, 2).
func TestLeastSquares(t *testing.T) {
	slope, at, ok := leastSquares([]float64{0, 1, 2}, []float64{1, 3, 2})
	if !ok || math.Abs(slope-0.5) > 1e-12 || math.Abs(at-1.5) > 1e-12 {
		t.Errorf("slope %v, intercept %v, %v", slope, at, ok)
	}
	if _, _, ok := leastSquares([]float64{1, 1}, []float64{0, 1}); ok {
		t.Error("a trend where all x are equal")
	}
}

// TestLinesOfWholeNumbers: an axis of epochs has no tick between two of them.
func TestLinesOfWholeNumbers(t *testing.T) {
	for _, at := range [][]float64{{1, 2}, {3}, {1, 2, 3, 4, 5}} {
		l := Lines{X: "epoch", Y: "accuracy", Xs: at, Series: []Series{{Name: "a", Values: make([]float64, len(at))}}}
		figure := string(l.Figure().Wide)
		if regexp.MustCompile(`text-anchor="middle" class="tick">[^<]*\.`).MatchString(figure) || !strings.Contains(figure, `class="tick">`) {
			t.Errorf("%v: a tick between two epochs in %s", at, figure)
		}
	}
}
