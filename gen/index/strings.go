package index

import (
	"bytes"
	"hash/maphash"
)

// seed places strings in the tables of this process; no output depends on it.
var seed = maphash.MakeSeed()

func hashOf(s []byte) uint64 { return maphash.Bytes(seed, s) }

// stringSet numbers distinct byte strings from 0 in the order of first sight. Their bytes lie in one block.
type stringSet struct {
	slots []uint64 // upper half of the hash, number + 1; 0 is free; a power of two
	ends  []uint64 // where each string ends in bytes
	bytes []byte
}

func (s *stringSet) len() int { return len(s.ends) }

func (s *stringSet) at(i uint32) []byte {
	begin := uint64(0)
	if i > 0 {
		begin = s.ends[i-1]
	}
	return s.bytes[begin:s.ends[i]]
}

// add gives the number of b, whose hash is hashOf(b); fresh says that it is new.
func (s *stringSet) add(b []byte, hash uint64) (number uint32, fresh bool) {
	if len(s.ends)*4 >= len(s.slots)*3 {
		s.grow()
	}
	mask, tag := uint64(len(s.slots)-1), hash>>32
	i := tag & mask
	for ; s.slots[i] != 0; i = (i + 1) & mask {
		if s.slots[i]>>32 == tag {
			if number = uint32(s.slots[i]) - 1; bytes.Equal(s.at(number), b) {
				return number, false
			}
		}
	}
	number = uint32(len(s.ends))
	s.slots[i] = tag<<32 | uint64(number+1)
	s.bytes = append(s.bytes, b...)
	s.ends = append(s.ends, uint64(len(s.bytes)))
	return number, true
}

func (s *stringSet) grow() {
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

// reset empties the set and keeps its memory.
func (s *stringSet) reset() {
	clear(s.slots)
	s.ends, s.bytes = s.ends[:0], s.bytes[:0]
}
