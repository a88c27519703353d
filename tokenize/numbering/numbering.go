// Package numbering numbers the distinct words of a text.
package numbering

import (
	"bytes"
	"hash/maphash"
)

// seed places strings in the tables of this process; no output depends on it.
var seed = maphash.MakeSeed()

// Hash is what a Set wants to know a string by.
func Hash(s []byte) uint64 { return maphash.Bytes(seed, s) }

// List is byte strings one behind the other.
type List struct {
	Bytes  []byte
	Ends   []uint64 // where each string ends in Bytes
	Hashes []uint64 // of the strings
}

// Append puts a string of this hash behind the others.
func (l *List) Append(s []byte, hash uint64) {
	l.Bytes = append(l.Bytes, s...)
	l.Ends = append(l.Ends, uint64(len(l.Bytes)))
	l.Hashes = append(l.Hashes, hash)
}

// AppendString is Append of a string, whose hash it takes.
func (l *List) AppendString(s string) {
	begin := len(l.Bytes)
	l.Bytes = append(l.Bytes, s...)
	l.Ends = append(l.Ends, uint64(len(l.Bytes)))
	l.Hashes = append(l.Hashes, Hash(l.Bytes[begin:]))
}

// Len is the number of strings.
func (l *List) Len() int { return len(l.Ends) }

// At is string i.
func (l *List) At(i uint32) []byte {
	begin := uint64(0)
	if i > 0 {
		begin = l.Ends[i-1]
	}
	return l.Bytes[begin:l.Ends[i]]
}

// Reset empties the list and keeps its memory.
func (l *List) Reset() { l.Bytes, l.Ends, l.Hashes = l.Bytes[:0], l.Ends[:0], l.Hashes[:0] }

// Set numbers distinct byte strings from 0 in the order of first sight, in which its List has them.
type Set struct {
	List
	slots []uint64 // upper half of the hash, number + 1; 0 is free; a power of two
}

// Add gives the number of b, whose hash is Hash(b). A new string has the number that Len was before.
func (s *Set) Add(b []byte, hash uint64) (number uint32) {
	if s.Len()*4 >= len(s.slots)*3 {
		s.grow()
	}
	mask, tag := uint64(len(s.slots)-1), hash>>32
	i := tag & mask
	for ; s.slots[i] != 0; i = (i + 1) & mask {
		if s.slots[i]>>32 == tag {
			if number = uint32(s.slots[i]) - 1; bytes.Equal(s.At(number), b) {
				return number
			}
		}
	}
	number = uint32(s.Len())
	s.slots[i] = tag<<32 | uint64(number+1)
	s.Append(b, hash)
	return number
}

// AddAll is Add for each string of a list: it appends their numbers. It asks for the memory of many strings before it waits for that
// of the first, since a large set lies far from the processor.
func (s *Set) AddAll(list *List, numbers []uint32) []uint32 {
	const together = 64
	var slots [together]uint64    // where Add would look first, and then those of the same tag; 0 where there are none
	var spans [together][2]uint64 // where their strings are
	for first := 0; first < list.Len(); first += together {
		hashes := list.Hashes[first:min(first+together, list.Len())]
		if len(s.slots) == 0 {
			s.grow()
		}
		mask := uint64(len(s.slots) - 1)
		for i, hash := range hashes {
			slots[i] = s.slots[hash>>32&mask]
		}
		for i, hash := range hashes {
			tag := hash >> 32
			for at := tag; slots[i] != 0 && slots[i]>>32 != tag; {
				at = (at + 1) & mask
				slots[i] = s.slots[at]
			}
			if number := uint32(slots[i]); number > 1 {
				spans[i] = [2]uint64{s.Ends[number-2], s.Ends[number-1]}
			} else if number == 1 {
				spans[i] = [2]uint64{0, s.Ends[0]}
			}
		}
		for i, hash := range hashes {
			b := list.At(uint32(first + i))
			if slots[i] != 0 && bytes.Equal(s.Bytes[spans[i][0]:spans[i][1]], b) {
				numbers = append(numbers, uint32(slots[i])-1)
			} else {
				numbers = append(numbers, s.Add(b, hash))
			}
		}
	}
	return numbers
}

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
	s.List.Reset()
}
