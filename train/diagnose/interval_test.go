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

// TestBootstrapOfAMean: where each query has one instance, the interval is that of a mean: 120 of 400 have a standard error of
// the root of .3 * .7 / 400, 0.0229. The percentiles of 1,000 draws are good to about a tenth of it.
func TestBootstrapOfAMean(t *testing.T) {
	var parts []Part
	for q := range 400 {
		obeys := 0.0
		if q < 120 {
			obeys = 1
		}
		parts = append(parts, Part{q, obeys, 1})
	}
	i, half := intervalOf(400, parts), 1.96*math.Sqrt(.3*.7/400)
	if i == nil || math.Abs(i[0]-(.3-half)) > 0.005 || math.Abs(i[1]-(.3+half)) > 0.005 {
		t.Errorf("%v, want about .3 -+ %v", i, half)
	}
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

// TestShareIntervals by hand: of two queries, one that fulfils all and one that fulfils nothing, a sample of two has both, or one of them
// twice with a chance of a quarter each. An axiom that all fulfil has no width, and one query gives no interval.
func TestShareIntervals(t *testing.T) {
	got := ShareIntervals([][]Count{
		{{Fulfilled: 2, Instances: 2}, {Fulfilled: 1, Instances: 1}, {Fulfilled: 1, Instances: 3}},
		{{Fulfilled: 0, Instances: 5}, {Fulfilled: 4, Instances: 4}, {}},
	}, 1)
	if diff := cmp.Diff([]*Interval{{0, 1}, {1, 1}, nil}, got); diff != "" {
		t.Error(diff)
	}
	if got := ShareIntervals(nil, 1); got != nil {
		t.Errorf("without queries: %v", got)
	}
}
