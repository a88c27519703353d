package diagnose

import (
	"math"
	"testing"

	"github.com/axiomine/axiomine/train/eval"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// intervalOf returns a ratio's interval.
func intervalOf(queries int, parts []Part) (i *Interval) {
	Bootstrap(queries, []Ratio{{Parts: parts, Interval: &i}}, 42)
	return i
}

// TestQueriesAreDrawn: more instances of the same queries leave the interval as it is, since they are no further draws, while
// McNemar's p falls; and an interval has the ratios of its queries around it.
func TestQueriesAreDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "queries")
		times := float64(rapid.SampledFrom([]int{2, 4, 64}).Draw(t, "times")) // powers of two: exact
		var one, many []Part
		low, high := math.Inf(1), math.Inf(-1)
		for q := range n {
			all := rapid.IntRange(1, 9).Draw(t, "instances")
			of := rapid.IntRange(0, all).Draw(t, "fulfilled")
			one, many = append(one, Part{q, float64(of), float64(all)}), append(many, Part{q, times * float64(of), times * float64(all)})
			low, high = min(low, float64(of)/float64(all)), max(high, float64(of)/float64(all))
		}
		a, b := intervalOf(n, one), intervalOf(n, many)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatal(diff)
		}
		value := (&Ratio{Parts: one}).Value()
		if a[0] < low || a[1] > high || a[0] > a[1] || value < low || value > high {
			t.Fatalf("%v around %v, of queries from %v to %v", a, value, low, high)
		}
	})
	few := eval.McNemar(3, 8)
	many := eval.McNemar(12, 32)
	if many >= few {
		t.Errorf("McNemar's p is %v of few and %v of many instances", few, many)
	}
}
