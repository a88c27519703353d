package diagnose

import (
	"math"
	"testing"
)

// TestOutcomes by the definitions: a strict axiom is broken by equal scores, a weak one is neither obeyed nor broken; scores that differ by
// rounding are equal (.6 - .4 is .2); a missing score decides nothing.
func TestOutcomes(t *testing.T) {
	six, four := 0.6, 0.4
	for _, c := range []struct {
		first, other float64
		strict, weak Outcome
	}{{2, 1, Fulfilled, Fulfilled}, {1, 2, Violated, Violated}, {1, 1, Violated, Tied}, {six - four, 0.2, Violated, Tied},
		{math.NaN(), 1, Unscored, Unscored}, {1, math.NaN(), Unscored, Unscored}, {-1, -2, Fulfilled, Fulfilled}} {
		if got := OfPair(false, c.first, c.other); got != c.strict {
			t.Errorf("strict, %v and %v: %d, want %d", c.first, c.other, got, c.strict)
		}
		if got := OfPair(true, c.first, c.other); got != c.weak {
			t.Errorf("weak, %v and %v: %d, want %d", c.first, c.other, got, c.weak)
		}
	}
	for _, c := range []struct {
		i, j, k float64
		want    Outcome
	}{{1, 3, 4, Fulfilled}, {1, 2, 3, Violated}, {1, 2, 4, Violated}, {math.NaN(), 2, 3, Unscored}, {1, 2, math.NaN(), Unscored}} {
		if got := OfTriple(c.i, c.j, c.k); got != c.want {
			t.Errorf("scores %v, %v, %v: %d, want %d", c.i, c.j, c.k, got, c.want)
		}
	}
	var count Count
	for _, o := range []Outcome{Unscored, Tied, Tied, Violated, Fulfilled, Fulfilled, Fulfilled} {
		count.AddOutcome(o)
	}
	if want := (Count{Fulfilled: 3, Instances: 4, TiesLeftOut: 2}); count != want || count.NumScored() != 6 || count.Share() != 0.75 {
		t.Errorf("%+v, want %+v", count, want)
	}
	if (Count{}).Share() != 0 {
		t.Error("no instance has a share")
	}
}
