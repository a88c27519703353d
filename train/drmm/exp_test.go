package drmm

import (
	"math"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"pgregory.net/rapid"
)

func tanh(x float64) float64 {
	v := []float64{x}
	tanhs(v)
	return v[0]
}

// Against the standard library, which promises an error below one unit in the last place. Both functions
// stay below 1 in size, and the network adds their values up: the absolute error is what counts.
func TestExpAndTanhAgreeWithMath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(rapid.Float64Range(-1, 1), rapid.Float64Range(-25, 25)).Draw(t, "x")
		if got, want := tanh(x), math.Tanh(x); math.Abs(got-want) > 4e-16 {
			t.Errorf("tanh(%v) = %v, want %v", x, got, want)
		}
		y := rapid.OneOf(rapid.Float64Range(-1, 0), rapid.Float64Range(-50, 0), rapid.Float64Range(-800, 0)).Draw(t, "y")
		if got, want := exp(y), math.Exp(y); math.Abs(got-want) > 4e-16 || math.Abs(got-want) > 2e-13*want+1e-304 { // e^-700 is 1e-304
			t.Errorf("exp(%v) = %v, want %v", y, got, want)
		}
	})
	for _, x := range []float64{0, 20, 20.1, -20, -20.1, 1e300, math.Inf(1), math.Inf(-1), 5e-324} {
		if got, want := tanh(x), math.Tanh(x); math.Abs(got-want) > 2e-16 {
			t.Errorf("tanh(%v) = %v, want %v", x, got, want)
		}
	}
	if !math.IsNaN(tanh(math.NaN())) {
		t.Error("tanh(NaN) is a number")
	}
}

// perCPU reports units a second of this process's CPU time, which a busy machine does not change, since start.
func perCPU(b *testing.B, units int, unit string, start time.Duration) {
	b.ReportMetric(float64(units)/(cputime.Used()-start).Seconds(), unit+"/cpu-s")
}
