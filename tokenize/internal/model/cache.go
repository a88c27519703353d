package model

import (
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
)

// Cache stores the ids of runs of text, of which a model takes about a microsecond each, in a table that any number of goroutines read and fill without a lock. What is stored does not change. A full table stores
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
	width  = 18 // the table has two to the power of width slots, in 16 MiB
	ways   = 8  // neighbouring slots that a run may be in
	maxIDs = 7  // a run of more is not stored
)

// most is how many runs a table stores: with more, neighbouring slots are taken too often.
const most = 1 << width / 4 * 3

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{slots: make([]slot, 1<<width)} }

// place returns the first slot of a hash, and its tag. The run in a slot decides, not the tag.
func place(hash uint64) (first int, tag uint32) {
	return int(hash >> (64 - width)), uint32(hash>>(32-width)) | filling<<1
}

// get returns the ids of a run of at most LongRun bytes. hash is the run's hash.
func (c *Cache) get(run string, hash uint64) ([]int32, bool) {
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
	hash := xxhash.Sum64String(run)
	if ids, ok := c.get(run, hash); ok {
		return append(dst, ids...)
	}
	begin := len(dst)
	dst = encode(dst, run)
	c.put(run, hash, dst[begin:])
	return dst
}

// put stores copies of a run of at most LongRun bytes and its ids, unless there are more than
// maxIDs, or the table is full, or all slots of the run are taken.
func (c *Cache) put(run string, hash uint64, ids []int32) {
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
