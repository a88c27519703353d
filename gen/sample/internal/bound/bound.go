// Package bound counts the pairs that a sample holds without a number that was asked for, up to a limit.
package bound

import (
	"math"
	"sync/atomic"
)

// Bound counts pairs of several pools. Its methods may be called from several goroutines.
type Bound struct {
	left    atomic.Int64   // pairs that may yet be held
	counted []atomic.Int64 // by pool, how many of its pairs will yet count
}

// New returns a bound without a limit over pools of which counts[i] pairs count, all of them if it is below 0.
func New(counts []int) *Bound {
	b := &Bound{counted: make([]atomic.Int64, len(counts))}
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
func (b *Bound) Limit(most int) { b.left.Store(int64(most)) }

// Allow counts n pairs of a pool, and reports whether they may be held.
func (b *Bound) Allow(pool, n int) bool {
	total := b.counted[pool].Add(-int64(n)) + int64(n)
	return b.left.Add(-min(max(total, 0), int64(n))) >= 0
}

// IsExceeded reports whether there were more pairs than the limit.
func (b *Bound) IsExceeded() bool { return b.left.Load() < 0 }
