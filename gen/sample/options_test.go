package sample

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSharesAddUp: pools that share a ratio ask for its total together, no two of them differ by more than one pair, and more regular
// pairs never ask less of a pool.
func TestSharesAddUp(t *testing.T) {
	sharing := func(ratio float64, n int) (pools []Pool) {
		for i := range n {
			pools = append(pools, Pool{Ratio: ratio / float64(n), Sharers: n, Place: i})
		}
		return pools
	}
	// Two judged pairs at 1:1 and three axioms: by hand.
	if got := PoolSizes(2, sharing(1, 3), Append); !slices.Equal(got, []int{1, 1, 0}) {
		t.Errorf("2 pairs for three pools: %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		n, p := rapid.IntRange(1, 9).Draw(t, "pools"), rapid.IntRange(0, 10_000).Draw(t, "regular")
		a, b := rapid.IntRange(1, 20).Draw(t, "a"), rapid.IntRange(1, 20).Draw(t, "b")
		pools := sharing(float64(a)/float64(b), n)
		sizes, more, sum := PoolSizes(p, pools, Append), PoolSizes(p+1, pools, Append), 0
		for i, size := range sizes {
			if sum += size; size > more[i] {
				t.Errorf("pool %d: %d of %d pairs, %d of one more", i, size, p, more[i])
			}
		}
		if want := p * a / b; sum != want || slices.Max(sizes)-slices.Min(sizes) > 1 {
			t.Errorf("%v add up to %d, not %d", sizes, sum, want)
		}
		replaced, total := PoolSizes(p, pools, Replace), 0
		for _, size := range replaced {
			total += size
		}
		if want := p * a / (a + b); total != want {
			t.Errorf("%v replace %d, not %d", replaced, total, want)
		}
	})
}

// TestPoolSizes: by hand, of four judged pairs. A ratio asks for its part of them, a number for as many, and neither for all there are.
func TestPoolSizes(t *testing.T) {
	pools := []Pool{{Ratio: .5}, {Pairs: 1}, {Pairs: 7}, {}}
	if got := PoolSizes(4, pools, Append); !slices.Equal(got, []int{2, 1, 7, All}) {
		t.Errorf("appended: %d", got)
	}
	if got := PoolSizes(6, pools, Replace); !slices.Equal(got, []int{2, 1, 7, All}) { // 6 x .5 / 1.5
		t.Errorf("replaced: %d", got)
	}
}

// TestRegularKept: by hand. Under replace, pairs of pools with a ratio or a number take the place of regular ones, as far as there are any.
func TestRegularKept(t *testing.T) {
	pools := []Pool{{Ratio: .5}, {Pairs: 1}, {}}
	for _, c := range []struct {
		regular   int
		axiomatic []int
		budget    string
		want      int
	}{{10, []int{2, 1, 4}, Replace, 7}, {10, []int{2, 1, 4}, Append, 10}, {10, []int{0, 0, 4}, Replace, 10}, {3, []int{2, 1, 4}, Replace, 0},
		{2, []int{2, 1, 4}, Replace, 0}} {
		if got := RegularKept(c.regular, pools, c.axiomatic, c.budget); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
