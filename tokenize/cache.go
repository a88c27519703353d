package tokenize

import "sync/atomic"

// cache remembers what runs of raw text became. It is a table of fixed size that any number of goroutines read and fill
// without a lock: an entry does not change once it is in its slot, and losing one costs only time. Where a run's slots are
// all taken the newcomer pushes one out.
type cache struct {
	slots []atomic.Pointer[entry]
}

// entry is 64 bytes, a line of the processor's cache, with the run and its ids inside: a run that is remembered costs one
// look at the slot and one at the entry.
type entry struct {
	size, n uint8 // of run and ids
	run     [longRun]byte
	ids     [manyIDs]int32
}

const (
	cacheBits = 18 // 2 MiB of slots, about 18 MiB when all are taken: the words of a large collection but for its rare ones
	cacheWays = 4  // slots a run may be in
	longRun   = 30 // bytes; a longer run seldom comes twice
	manyIDs   = 8  // a run of more is not remembered
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
		if string(e.run[:e.size]) == run {
			return e.ids[:e.n], true
		}
	}
	return nil, false
}

// put remembers copies of a run of at most longRun bytes and its ids.
func (c *cache) put(run string, hash runHash, ids []int32) {
	if len(ids) > manyIDs {
		return
	}
	e := &entry{size: uint8(len(run)), n: uint8(len(ids))}
	copy(e.run[:], run)
	copy(e.ids[:], ids)
	first := hash >> (64 - cacheBits) &^ (cacheWays - 1)
	for i := first; i < first+cacheWays; i++ {
		if c.slots[i].CompareAndSwap(nil, e) {
			return
		}
	}
	c.slots[first+hash%cacheWays].Store(e)
}
