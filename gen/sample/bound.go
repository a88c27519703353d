package sample

import (
	"math"
	"sync/atomic"
)

// pairBound counts the pairs that a sample holds without a number that was asked for, up to a limit, over several pools. Its methods may be called from several goroutines.
type pairBound struct {
	left    atomic.Int64   // pairs that may yet be held
	counted []atomic.Int64 // by pool, how many of its pairs will yet count
}

// newPairBound returns a bound without a limit over pools of which counts[i] pairs count, all of them if it is below 0.
func newPairBound(counts []int) *pairBound {
	b := &pairBound{counted: make([]atomic.Int64, len(counts))}
	for i, n := range counts {
		if n < 0 {
			n = math.MaxInt64
		}
		b.counted[i].Store(int64(n))
	}
	b.left.Store(math.MaxInt64)
	return b
}

// Limit sets how many pairs may be held in all.
func (b *pairBound) Limit(most int) { b.left.Store(int64(most)) }

// Allow counts n pairs of a pool, and reports whether they may be held.
func (b *pairBound) Allow(pool, n int) bool {
	total := b.counted[pool].Add(-int64(n)) + int64(n)
	return b.left.Add(-min(max(total, 0), int64(n))) >= 0
}

// IsExceeded reports whether there were more pairs than the limit.
func (b *pairBound) IsExceeded() bool { return b.left.Load() < 0 }
