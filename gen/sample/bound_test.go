package sample

import (
	"math"
	"testing"
)

// TestPairBound: pools count all of their pairs, so many of them, or none.
func TestPairBound(t *testing.T) {
	b := newPairBound([]int{-1, 3, 0})
	if !b.Allow(0, math.MaxInt32) {
		t.Fatal("there is no limit yet")
	}
	b = newPairBound([]int{-1, 3, 0})
	b.Limit(5)
	for i, c := range []struct {
		pool, n int
		want    bool
	}{{2, 1000, true}, {0, 2, true}, {1, 2, true}, {1, 7, true}, {1, 100, true}, {0, 1, false}, {2, 1, false}} {
		if got := b.Allow(c.pool, c.n); got != c.want || b.IsExceeded() == c.want {
			t.Errorf("step %d: %v, exceeded %v", i, got, b.IsExceeded())
		}
	}
}
