// Package cache remembers what runs of text became, for the models of package tokenize, which cost about a microsecond a word.
package cache

import (
	"math/bits"
	"sync/atomic"
)

// Cache is a table of fixed size that any number of goroutines read and fill without a lock: an entry does not change once
// it is in its place, and losing one costs only time. Where a run's places are all taken the newcomer pushes one out.
type Cache struct {
	groups []group
}

// group is 64 bytes, a line of the processor's cache: the places that a run may be in, and of each a byte of its run's hash, so that
// entries of other runs are seldom looked at. An entry is believed for its run, not for its tag.
type group struct {
	tags   atomic.Uint64 // of place i the bits from 8*i
	places [ways]atomic.Pointer[entry]
}

// entry is 64 bytes as well, with the run and its ids inside: a run that is remembered costs one look at its group and one at the entry.
type entry struct {
	size, n uint8 // of run and ids
	run     [LongRun]byte
	ids     [manyIDs]int32
}

// LongRun is the size in bytes of the longest run that is remembered; a longer one seldom comes twice.
const LongRun = 30

const (
	groupBits = 17 // 8 MiB of groups, 64 MiB when all places are taken: most words of a large collection
	ways      = 7  // places a run may be in
	manyIDs   = 8  // a run of more is not remembered
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
func New() *Cache { return &Cache{make([]group, 1<<groupBits)} }

// place gives the group of a hash, and its tag there.
func (c *Cache) place(hash Hash) (g *group, tag uint64) {
	return &c.groups[hash>>(64-groupBits)], uint64(hash >> (64 - groupBits - 8) & 0xff)
}

// Get finds a run of at most LongRun bytes by its hash.
func (c *Cache) Get(run string, hash Hash) ([]int32, bool) {
	const each = 0x0001010101010101 // place
	g, tag := c.place(hash)
	// The lowest bit that remains of 0x80 in every byte is in a byte that is the tag; higher ones may be in others.
	unlike := g.tags.Load() ^ tag*each
	for like := (unlike - each) &^ unlike & (0x80 * each); like != 0; like &= like - 1 {
		e := g.places[bits.TrailingZeros64(like)/8].Load()
		if e != nil && string(e.run[:e.size]) == run {
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
	g, tag := c.place(hash)
	for i := range g.places {
		if g.places[i].CompareAndSwap(nil, e) {
			g.mark(i, tag)
			return
		}
	}
	i := int(hash % ways)
	g.places[i].Store(e)
	g.mark(i, tag)
}

// mark sets a place's tag.
func (g *group) mark(place int, tag uint64) {
	for {
		old := g.tags.Load()
		if g.tags.CompareAndSwap(old, old&^(0xff<<(8*place))|tag<<(8*place)) {
			return
		}
	}
}
