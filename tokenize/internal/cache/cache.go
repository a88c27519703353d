// Package cache stores the ids of runs of text for the models of package tokenize, which take about
// a microsecond a word.
package cache

import "sync/atomic"

// Cache is a table that any number of goroutines read and fill without a lock. What is stored does not change. A full table stores
// no more runs: those that are frequent come early.
type Cache struct {
	slots  []slot
	stored atomic.Int32
}

// slot is 64 bytes, a line of the processor's cache, with a run and its ids inside.
type slot struct {
	state   atomic.Uint32 // empty, filling, or the tag of the run
	size, n uint8         // of run and ids
	run     [LongRun]byte
	ids     [maxIDs]int32
}

// States of a slot. A tag is greater.
const (
	empty = iota
	filling
)

// LongRun is the size in bytes of the longest run that is stored; a longer one seldom occurs twice.
const LongRun = 30

const (
	bits   = 18 // the table has two to the power of bits slots, in 16 MiB
	ways   = 8  // neighbouring slots that a run may be in
	maxIDs = 7  // a run of more is not stored
)

// Hash is computed byte by byte while the end of a run is searched, or from a whole run. Its high
// bits are the good ones.
type Hash uint64

// Seed is the hash of no bytes: 2^64 over the golden ratio, odd.
const Seed Hash = 0x9E3779B97F4A7C15

// Add returns the hash with one byte more.
func (h Hash) Add(c byte) Hash { return (h ^ Hash(c)) * Seed }

// HashOf returns the hash of a whole run, eight bytes at a time. It differs from the hash that Add
// computes.
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

// most is how many runs a table stores: with more, neighbouring slots are taken too often.
const most = 1 << bits / 4 * 3

// New returns an empty cache.
func New() *Cache { return &Cache{slots: make([]slot, 1<<bits)} }

// place returns the first slot of a hash, and its tag. The run in a slot decides, not the tag.
func place(hash Hash) (first int, tag uint32) {
	return int(hash >> (64 - bits)), uint32(hash>>(32-bits)) | filling<<1
}

// Get returns the ids of a run of at most LongRun bytes. hash is the run's hash.
func (c *Cache) Get(run string, hash Hash) ([]int32, bool) {
	first, tag := place(hash)
	for i := range ways {
		s := &c.slots[(first+i)&(len(c.slots)-1)]
		switch s.state.Load() {
		case tag:
			if string(s.run[:s.size]) == run {
				return s.ids[:s.n], true
			}
		case empty:
			return nil, false
		}
	}
	return nil, false
}

// Append appends to dst the ids that encode appends for a run, from the cache where the run is
// short and was stored. encode must append the same ids for the same run each time.
func (c *Cache) Append(dst []int32, run string, encode func(dst []int32, run string) []int32) []int32 {
	if len(run) > LongRun {
		return encode(dst, run)
	}
	hash := HashOf(run)
	if ids, ok := c.Get(run, hash); ok {
		return append(dst, ids...)
	}
	begin := len(dst)
	dst = encode(dst, run)
	c.Put(run, hash, dst[begin:])
	return dst
}

// Put stores copies of a run of at most LongRun bytes and its ids, unless there are more than
// maxIDs, or the table is full, or all slots of the run are taken.
func (c *Cache) Put(run string, hash Hash, ids []int32) {
	if len(ids) > maxIDs || c.stored.Load() >= most {
		return
	}
	first, tag := place(hash)
	for i := range ways {
		s := &c.slots[(first+i)&(len(c.slots)-1)]
		if s.state.Load() == empty && s.state.CompareAndSwap(empty, filling) {
			s.size, s.n = uint8(len(run)), uint8(len(ids))
			copy(s.run[:], run)
			copy(s.ids[:], ids)
			s.state.Store(tag)
			c.stored.Add(1)
			return
		}
	}
}
