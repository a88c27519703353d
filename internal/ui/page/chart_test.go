package page

import (
	"math"
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
