// Package intern numbers the distinct words of a text, and hashes texts within one process.
package intern

import (
	"bytes"
	"cmp"
	"hash/maphash"
)

// seed and seed2 are the hash seeds of this process; no output depends on them.
var seed, seed2 = maphash.MakeSeed(), maphash.MakeSeed()

// Sum is a 128-bit hash of a text. Its seeds are random for each process, so that nobody can construct two texts with one hash.
type Sum struct{ High, Low uint64 }

// Compare orders hashes.
func (s Sum) Compare(other Sum) int {
	if s.High != other.High {
		return cmp.Compare(s.High, other.High)
	}
	return cmp.Compare(s.Low, other.Low)
}

// With returns a hash of a pair of texts, which depends on their order.
func (s Sum) With(other Sum) Sum { return Sum{s.High*odd ^ other.High, s.Low*odd ^ other.Low} }

const odd = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio

// SumOf returns the hash of a text.
func SumOf(text string) Sum { return Sum{maphash.String(seed, text), maphash.String(seed2, text)} }

// SumOfBytes returns the hash of a text in bytes.
func SumOfBytes(text []byte) Sum { return Sum{maphash.Bytes(seed, text), maphash.Bytes(seed2, text)} }

// Hash returns the hash by which a Set finds a string.
func Hash(s []byte) uint64 { return maphash.Bytes(seed, s) }

// Set numbers distinct byte strings from 0 in the order in which they are added.
type Set struct {
	Bytes  []byte   // the bytes of all strings, in the order of their numbers
	Ends   []uint64 // the offset in Bytes at which each string ends
	Hashes []uint64 // the hash of each string
	// slots is a hash table whose length is a power of two. The upper half of a slot is that of the hash, the lower half is the number + 1.
	// A free slot is 0.
	slots []uint64
	ahead byte // the sum of the bytes that readAhead read: without a use the compiler would leave the reads out
}

// Len returns the number of strings.
func (s *Set) Len() int { return len(s.Ends) }

// Item returns string i.
func (s *Set) Item(i uint32) []byte {
	begin := uint64(0)
	if i > 0 {
		begin = s.Ends[i-1]
	}
	return s.Bytes[begin:s.Ends[i]]
}

// Add returns the number of b, whose hash is Hash(b). The number of a new string is Len before the call.
func (s *Set) Add(b []byte, hash uint64) (number uint32) {
	if s.Len()*4 >= len(s.slots)*3 {
		s.grow()
	}
	i := s.slot(b, hash)
	if s.slots[i] == 0 {
		s.slots[i] = hash>>32<<32 | uint64(s.Len()+1)
		s.Bytes = append(s.Bytes, b...)
		s.Ends, s.Hashes = append(s.Ends, uint64(len(s.Bytes))), append(s.Hashes, hash)
	}
	return uint32(s.slots[i]) - 1
}

// Find returns the number of b, if it was added.
func (s *Set) Find(b []byte, hash uint64) (number uint32, ok bool) {
	if len(s.slots) == 0 {
		return 0, false
	}
	slot := s.slots[s.slot(b, hash)]
	return uint32(slot) - 1, slot != 0
}

// slot returns the index of the slot that has b, or of the free one for it.
func (s *Set) slot(b []byte, hash uint64) uint64 {
	mask, tag := uint64(len(s.slots)-1), hash>>32
	i := tag & mask
	for s.slots[i] != 0 && (s.slots[i]>>32 != tag || !bytes.Equal(s.Item(uint32(s.slots[i])-1), b)) {
		i = (i + 1) & mask
	}
	return i
}

// AddAll adds each string of another set and appends their numbers. It reads ahead, so that the processor waits for the memory of many strings
// at once.
func (s *Set) AddAll(other *Set, numbers []uint32) []uint32 {
	const block = 64
	for i, hash := range other.Hashes {
		if i%block == 0 && len(s.Bytes) > 0 {
			s.readAhead(other.Hashes[i:min(i+block, other.Len())])
		}
		numbers = append(numbers, s.Add(other.Item(uint32(i)), hash))
	}
	return numbers
}

// readAhead reads the memory where Add first looks for strings with these hashes.
func (s *Set) readAhead(hashes []uint64) {
	for _, hash := range hashes {
		if slot := s.slots[hash>>32&uint64(len(s.slots)-1)]; slot != 0 {
			s.ahead += s.Bytes[max(1, s.Ends[uint32(slot)-1])-1]
		}
	}
}

// grow doubles the hash table.
func (s *Set) grow() {
	old := s.slots
	s.slots = make([]uint64, max(1024, 2*len(old)))
	mask := uint64(len(s.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := slot >> 32 & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = slot
	}
}

// Reset empties the set and keeps its memory.
func (s *Set) Reset() {
	clear(s.slots)
	s.Bytes, s.Ends, s.Hashes = s.Bytes[:0], s.Ends[:0], s.Hashes[:0]
}
