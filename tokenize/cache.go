package tokenize

import (
	"strings"
	"sync/atomic"
)

// cache remembers what runs of raw text became. It is a table of fixed size that any number of goroutines read and fill
// without a lock: an entry does not change once it is in its slot, and losing one costs only time. Where a run's slots are
// all taken the newcomer pushes one out.
type cache struct {
	slots []atomic.Pointer[entry]
}

// entry is 64 bytes, so that the ids of nearly every run lie beside what points to them.
type entry struct {
	run string
	ids []int32
	few [6]int32
}

const (
	cacheBits = 18 // 2 MiB of slots, about 25 MiB when all are taken: the words of a large collection but for its rare ones
	cacheWays = 4  // slots a run may be in
	longRun   = 96 // bytes; a longer run seldom comes twice
)

// runHash is computed byte by byte while a run's end is sought; its high bits are the good ones.
type runHash uint64

const hashSeed runHash = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio, odd

func (h runHash) add(c byte) runHash { return (h ^ runHash(c)) * hashSeed }

func newCache() cache { return cache{slots: make([]atomic.Pointer[entry], 1<<cacheBits)} }

// get finds a run by its hash.
func (c *cache) get(run string, hash runHash) ([]int32, bool) {
	first := hash >> (64 - cacheBits) &^ (cacheWays - 1)
	for i := first; i < first+cacheWays; i++ {
		e := c.slots[i].Load()
		if e == nil {
			return nil, false
		}
		if e.run == run {
			return e.ids, true
		}
	}
	return nil, false
}

// put remembers copies of the run and its ids.
func (c *cache) put(run string, hash runHash, ids []int32) {
	e := &entry{run: strings.Clone(run)}
	e.ids = append(e.few[:0], ids...)
	first := hash >> (64 - cacheBits) &^ (cacheWays - 1)
	for i := first; i < first+cacheWays; i++ {
		if c.slots[i].CompareAndSwap(nil, e) {
			return
		}
	}
	c.slots[first+hash%cacheWays].Store(e)
}
