// Package cache stores the ids of runs of text for the models of package tokenize, which take about
// a microsecond a word.
package cache

import (
	"math/bits"
	"sync/atomic"
)

// Cache is a table of fixed size that any number of goroutines read and fill without a lock. An
// entry does not change once it is stored, and losing an entry costs only time. Where all slots of
// a run are taken, a new entry replaces one.
type Cache struct {
	groups []group
}

// group is 64 bytes, a line of the processor's cache: the slots of a run, and for each slot one
// byte of its run's hash, so that entries of other runs are seldom read. The run in an entry
// decides, not the tag.
type group struct {
	tags  atomic.Uint64 // the tag of slot i is in the bits from 8*i
	slots [ways]atomic.Pointer[entry]
}

// entry is 64 bytes as well, with the run and its ids inside. Finding a run reads its group and one
// entry.
type entry struct {
	size, n uint8 // of run and ids
	run     [LongRun]byte
	ids     [maxIDs]int32
}

// LongRun is the size in bytes of the longest run that is stored; a longer one seldom occurs twice.
const LongRun = 30

const (
	groupBits = 15 // 2 MiB of groups, 16 MiB when all slots are taken. Four times as many save no time: they are further away
	ways      = 7  // slots of a run
	maxIDs    = 8  // a run of more is not stored
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

// New returns an empty cache.
func New() *Cache { return &Cache{make([]group, 1<<groupBits)} }

// groupOf returns the group of a hash, and its tag there.
func (c *Cache) groupOf(hash Hash) (g *group, tag uint64) {
	return &c.groups[hash>>(64-groupBits)], uint64(hash >> (64 - groupBits - 8) & 0xff)
}

// Get returns the ids of a run of at most LongRun bytes. hash is the run's hash.
func (c *Cache) Get(run string, hash Hash) ([]int32, bool) {
	const lowBits = 0x0001010101010101 // slot
	g, tag := c.groupOf(hash)
	// The lowest bit that remains of 0x80 in every byte is in a byte that is the tag; higher ones may be in others.
	different := g.tags.Load() ^ tag*lowBits
	for equal := (different - lowBits) &^ different & (0x80 * lowBits); equal != 0; equal &= equal - 1 {
		e := g.slots[bits.TrailingZeros64(equal)/8].Load()
		if e != nil && string(e.run[:e.size]) == run {
			return e.ids[:e.n], true
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
// maxIDs.
func (c *Cache) Put(run string, hash Hash, ids []int32) {
	if len(ids) > maxIDs {
		return
	}
	e := &entry{size: uint8(len(run)), n: uint8(len(ids))}
	copy(e.run[:], run)
	copy(e.ids[:], ids)
	g, tag := c.groupOf(hash)
	for i := range g.slots {
		if g.slots[i].CompareAndSwap(nil, e) {
			g.mark(i, tag)
			return
		}
	}
	i := int(hash % ways)
	g.slots[i].Store(e)
	g.mark(i, tag)
}

// mark sets the tag of a slot.
func (g *group) mark(slot int, tag uint64) {
	for {
		old := g.tags.Load()
		if g.tags.CompareAndSwap(old, old&^(0xff<<(8*slot))|tag<<(8*slot)) {
			return
		}
	}
}
