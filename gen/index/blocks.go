package index

import (
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
)

// blockBytes is the size of the blocks that have a checksum each: what is read of a large file is checked by the block, when the
// first byte of it is asked for. A divisor of sinkBuffer.
const blockBytes = 64 << 10 // 64 KiB: some microseconds

func numBlocks(size int64) int { return int((size + blockBytes - 1) / blockBytes) }

// blockSums appends the checksums of the blocks that b is made of.
func blockSums(sums []uint64, b []byte) []uint64 {
	for len(b) > 0 {
		n := min(len(b), blockBytes)
		sums = append(sums, xxhash.Sum64(b[:n]))
		b = b[n:]
	}
	return sums
}

// blocks are those of one file, with those that were looked at.
type blocks struct {
	sums []uint64
	seen []atomic.Uint64 // bits; nil where the file was checked as a whole
	all  atomic.Bool     // every one was
}

func newBlocks(sums []uint64) *blocks {
	return &blocks{sums: sums, seen: make([]atomic.Uint64, (len(sums)+63)/64)}
}

// touch panics with the error that names the file unless the bytes from begin to end are those that were written. Whoever reads
// an index lets errs.Rescue make an error of that.
func (f *mapping) touch(begin, end uint64) {
	if f.blocks != nil && begin < end {
		f.check(begin, end)
	}
}

func (f *mapping) check(begin, end uint64) {
	if end > uint64(len(f.m)) {
		panic(corrupt(f.path, "a place behind its end is asked for"))
	}
	if f.blocks.all.Load() {
		return
	}
	for b := begin / blockBytes; b <= (end-1)/blockBytes; b++ {
		bit := uint64(1) << (b % 64)
		if f.blocks.seen[b/64].Load()&bit != 0 {
			continue
		}
		low := b * blockBytes
		if xxhash.Sum64(f.m[low:min(low+blockBytes, uint64(len(f.m)))]) != f.blocks.sums[b] {
			panic(corrupt(f.path, "its checksum differs"))
		}
		if !f.bounds.holds(f.m[low:min(low+blockBytes, uint64(len(f.m)))]) {
			panic(corrupt(f.path, outOfRange))
		}
		f.blocks.seen[b/64].Or(bit)
	}
}

// bounds is a bound of the uint32 at every so many bytes of a file; none where every is 0.
type bounds struct {
	every int
	limit uint64
}

const outOfRange = "it holds a number that is out of range"

// holds looks at b, whose length and place are multiples of every.
func (o bounds) holds(b []byte) bool {
	if o.every == 0 {
		return true
	}
	highest := uint32(0)
	numbers := array[uint32](b)
	for i := 0; i < len(numbers); i += o.every / 4 {
		highest = max(highest, numbers[i])
	}
	return len(numbers) == 0 || uint64(highest) < o.limit
}

// touchAll checks every byte as touch does, for tables that are read here and there.
func (f *mapping) touchAll() {
	if f.blocks != nil && !f.blocks.all.Load() {
		f.check(0, uint64(len(f.m)))
		f.blocks.all.Store(true)
	}
}
