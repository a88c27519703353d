// Package cache remembers what runs of text became, for the models of package tokenize, which cost about a microsecond a word.
package cache

import "sync/atomic"

// Cache is a table of fixed size that any number of goroutines read and fill without a lock: an entry does not change once
// it is in its slot, and losing one costs only time. Where a run's slots are all taken the newcomer pushes one out.
type Cache struct {
	slots []atomic.Pointer[entry]
}

// entry is 64 bytes, a line of the processor's cache, with the run and its ids inside: a run that is remembered costs one
// look at the slot and one at the entry.
type entry struct {
	size, n uint8 // of run and ids
	run     [LongRun]byte
	ids     [manyIDs]int32
}

// LongRun is the size in bytes of the longest run that is remembered; a longer one seldom comes twice.
const LongRun = 30

const (
	slotBits = 20 // 8 MiB of slots, about 72 MiB when all are taken: most words of a large collection
	ways     = 4  // slots a run may be in
	manyIDs  = 8  // a run of more is not remembered
)

// Hash is computed byte by byte while a run's end is sought, or of a whole run; its high bits are the good ones.
type Hash uint64

// Seed is the hash of no bytes: 2^64 over the golden ratio, odd.
const Seed Hash = 0x9E3779B97F4A7C15

// Add takes in a byte.
func (h Hash) Add(c byte) Hash { return (h ^ Hash(c)) * Seed }

// HashOf is the hash of a whole run, eight bytes at a time. It is not that of its bytes taken in one by one.
func HashOf(run string) Hash {
	h := Seed ^ Hash(len(run))
	for ; len(run) >= 8; run = run[8:] {
		h = (h ^ Hash(run[0]) ^ Hash(run[1])<<8 ^ Hash(run[2])<<16 ^ Hash(run[3])<<24 ^
			Hash(run[4])<<32 ^ Hash(run[5])<<40 ^ Hash(run[6])<<48 ^ Hash(run[7])<<56) * Seed
		h ^= h >> 32
	}
	rest := Hash(0)
	for i := range len(run) {
		rest = rest<<8 | Hash(run[i])
	}
	h = (h ^ rest) * Seed
	return (h ^ h>>32) * Seed
}

// New gives an empty cache.
func New() *Cache { return &Cache{make([]atomic.Pointer[entry], 1<<slotBits)} }

// Get finds a run of at most LongRun bytes by its hash.
func (c *Cache) Get(run string, hash Hash) ([]int32, bool) {
	first := hash >> (64 - slotBits) &^ (ways - 1)
	for i := first; i < first+ways; i++ {
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

// Append appends to dst what encode appends for a run, from memory where the run is short and was met before. encode gives the same for
// the same run each time.
func (c *Cache) Append(dst []int32, run string, encode func(dst []int32, run string) []int32) []int32 {
	if len(run) > LongRun {
		return encode(dst, run)
	}
	hash := HashOf(run)
	if ids, ok := c.Get(run, hash); ok {
		return append(dst, ids...)
	}
	before := len(dst)
	dst = encode(dst, run)
	c.Put(run, hash, dst[before:])
	return dst
}

// Put remembers copies of a run of at most LongRun bytes and its ids, unless these are many.
func (c *Cache) Put(run string, hash Hash, ids []int32) {
	if len(ids) > manyIDs {
		return
	}
	e := &entry{size: uint8(len(run)), n: uint8(len(ids))}
	copy(e.run[:], run)
	copy(e.ids[:], ids)
	first := hash >> (64 - slotBits) &^ (ways - 1)
	for i := first; i < first+ways; i++ {
		if c.slots[i].CompareAndSwap(nil, e) {
			return
		}
	}
	c.slots[first+hash%ways].Store(e)
}
