package axioms

import (
	"testing"

	"pgregory.net/rapid"
)

func anyBound(t *rapid.T) lengthRange {
	return lengthRange{
		Delta: rapid.OneOf(rapid.Just(None), rapid.IntRange(0, 40)).Draw(t, "delta"),
		DeltaStar: rapid.OneOf(rapid.Just(float64(None)), rapid.SampledFrom(DeltaStarSteps[:]), rapid.Float64Range(0, 1),
			rapid.SampledFrom([]float64{1e-12, 1e-9, 1. / 3, 2. / 3, 1 - 1e-9, 1 - 1e-12})).Draw(t, "delta_star"),
	}
}

func TestIntervalAgreesWithHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBound(t)
		n := rapid.OneOf(rapid.IntRange(0, 60), rapid.IntRange(0, 100_000)).Draw(t, "n")
		low, high := b.interval(n)
		if !b.Holds(n, low) || high < longest && !b.Holds(n, high) {
			t.Fatalf("%+v.interval(%d) = %d to %d holds lengths out of bound", b, n, low, high)
		}
		if low > 0 && b.Holds(n, low-1) || high < longest && b.Holds(n, high+1) {
			t.Fatalf("%+v.interval(%d) = %d to %d is too narrow", b, n, low, high)
		}
	})
}

func TestAnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, c := anyBound(t), anyBound(t)
		n, m := rapid.IntRange(0, 60).Draw(t, "n"), rapid.IntRange(0, 60).Draw(t, "m")
		if b.intersect(c).Holds(n, m) != (b.Holds(n, m) && c.Holds(n, m)) {
			t.Fatalf("%+v and %+v on %d, %d", b, c, n, m)
		}
	})
}

func TestStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, 60), rapid.IntRange(0, 1_000_000)), 2, 3).Draw(t, "lengths")
		step := Step(lengths...)
		for i, deltaStar := range DeltaStarSteps {
			b := lengthRange{Delta: None, DeltaStar: deltaStar}
			if b.Holds(lengths...) != (i >= step) {
				t.Fatalf("Step(%v) = %d, but delta_star %g holds: %t", lengths, step, deltaStar, b.Holds(lengths...))
			}
		}
	})
}
