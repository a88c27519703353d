package model

import (
	"sync/atomic"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// Cache stores the ids of short texts, called runs, since a model takes at least a microsecond for a run. Several goroutines may read and
// fill it without a lock. A stored run does not change. A full cache stores no more runs; frequent runs occur early, so they are stored.
type Cache struct {
	places  []atomic.Uint64 // a hash table: the upper half of a place is a run's tag, the lower half the index of its record; 0: free
	records []int32         // a record is a header (number of ids, size of the run in bytes), the ids, and the bytes of the run
	end     atomic.Int64    // the index of the first free element of records
	stored  atomic.Int32    // the number of runs
}

// LongRun is the maximum size in bytes of a run that is stored. A longer run seldom occurs twice.
const LongRun = 30

const (
	width  = 19 // the table has two to the power of width places, in 4 MiB
	ways   = 8  // number of neighbouring places that are searched for a run
	maxIDs = 7  // maximum ids of a run that is stored
)

// maxRuns is the maximum number of runs in a table. With more runs, all places of a run would be taken too often.
const maxRuns = 1 << width / 4 * 3

// maxElements is the length of records, for records of 32 bytes on average. A record of a run of ASCII letters takes some 20 bytes.
const maxElements = maxRuns * 8

// NewCache returns an empty cache.
func NewCache() *Cache {
	return &Cache{places: make([]atomic.Uint64, 1<<width), records: make([]int32, maxElements)}
}

// place returns the first place of a hash, and its tag, which is not 0. Equal tags do not imply equal runs.
func place(hash uint64) (first int, tag uint64) {
	return int(hash >> (64 - width)), hash&(1<<width-1)<<32 | 1<<63
}

// get returns the ids of a run of at most LongRun bytes. hash is the run's hash.
func (c *Cache) get(run string, hash uint64) ([]int32, bool) {
	first, tag := place(hash)
	for i := range ways {
		p := c.places[(first+i)&(len(c.places)-1)].Load()
		if p == 0 {
			return nil, false
		}
		if p>>32<<32 == tag {
			record := c.records[uint32(p):]
			n, size := record[0]&0xff, record[0]>>8
			if unsafe.String((*byte)(unsafe.Pointer(&record[n+1])), size) == run {
				return record[1 : n+1], true
			}
		}
	}
	return nil, false
}

// MaxBatch is the maximum number of runs of an Append.
const MaxBatch = 16

// Append appends the ids of runs to dst. If those of a run are not stored, it calls encode, which must append the same ids for the same run
// each time, and stores them if put can. It first reads the first places and records of all runs, so that the processor waits for all this
// memory at once.
func (c *Cache) Append(dst []int32, encode func(dst []int32, run string) []int32, runs ...string) []int32 {
	var hashes, places [MaxBatch]uint64
	for i, run := range runs {
		hashes[i] = xxhash.Sum64String(run)
	}
	for i := range runs {
		first, _ := place(hashes[i])
		places[i] = c.places[first].Load()
	}
	for _, p := range places[:len(runs)] {
		if p != 0 {
			atomic.LoadInt32(&c.records[uint32(p)]) // the compiler leaves out no atomic read
		}
	}
	for i, run := range runs {
		if len(run) > LongRun {
			dst = encode(dst, run)
		} else if ids, ok := c.get(run, hashes[i]); ok {
			dst = append(dst, ids...)
		} else {
			begin := len(dst)
			dst = encode(dst, run)
			c.put(run, hashes[i], dst[begin:])
		}
	}
	return dst
}

// put stores copies of a run of at most LongRun bytes and its ids. It stores nothing if there are more than maxIDs ids, the table is
// full, or all places of the run are taken.
func (c *Cache) put(run string, hash uint64, ids []int32) {
	if len(ids) > maxIDs || c.stored.Load() >= maxRuns {
		return
	}
	size := int64(1 + len(ids) + max(1, (len(run)+3)/4))
	begin := c.end.Add(size) - size
	if begin+size > maxElements {
		return
	}
	record := c.records[begin:][:size]
	record[0] = int32(len(ids) | len(run)<<8)
	rest := record[1+copy(record[1:], ids):]
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&rest[0])), len(run)), run)
	first, tag := place(hash)
	for i := range ways {
		if c.places[(first+i)&(len(c.places)-1)].CompareAndSwap(0, tag|uint64(begin)) {
			c.stored.Add(1)
			return
		}
	}
}
