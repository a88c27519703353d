package sample

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// TestSharesAddUp: pools that share a ratio ask for its total together, no two of them differ by more than one pair, and more judged
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
		n, p := rapid.IntRange(1, 9).Draw(t, "pools"), rapid.IntRange(0, 10_000).Draw(t, "judged")
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
		must.Equal(t, total, p*a/(a+b), "%v replace", replaced)
	})
}
