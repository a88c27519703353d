// Package intern numbers the distinct words of a text.
package intern

import (
	"bytes"
	"hash/maphash"
)

// seed is the hash seed of this process; no output depends on it.
var seed = maphash.MakeSeed()

// Hash returns the hash by which a Set finds a string.
func Hash(s []byte) uint64 { return maphash.Bytes(seed, s) }

// List is a list of byte strings in one slice.
type List struct {
	Bytes  []byte
	Ends   []uint64 // where each string ends in Bytes
	Hashes []uint64 // of the strings
}

// Append appends a string with its hash.
func (l *List) Append(s []byte, hash uint64) {
	l.Bytes = append(l.Bytes, s...)
	l.Ends = append(l.Ends, uint64(len(l.Bytes)))
	l.Hashes = append(l.Hashes, hash)
}

// AppendString appends a string and computes its hash.
func (l *List) AppendString(s string) {
	begin := len(l.Bytes)
	l.Bytes = append(l.Bytes, s...)
	l.Ends = append(l.Ends, uint64(len(l.Bytes)))
	l.Hashes = append(l.Hashes, Hash(l.Bytes[begin:]))
}

// Len returns the number of strings.
func (l *List) Len() int { return len(l.Ends) }

// Item returns string i.
func (l *List) Item(i uint32) []byte {
	begin := uint64(0)
	if i > 0 {
		begin = l.Ends[i-1]
	}
	return l.Bytes[begin:l.Ends[i]]
}

// Reset empties the list and keeps its memory.
func (l *List) Reset() { l.Bytes, l.Ends, l.Hashes = l.Bytes[:0], l.Ends[:0], l.Hashes[:0] }

// Set numbers distinct byte strings from 0 in the order in which they are added. Its List has them
// in this order.
type Set struct {
	List
	slots []uint64 // upper half of the hash, number + 1; 0 is free; the length is a power of two
}

// Add returns the number of b, whose hash is Hash(b). The number of a new string is Len before the
// call.
func (s *Set) Add(b []byte, hash uint64) (number uint32) {
	if s.Len()*4 >= len(s.slots)*3 {
		s.grow()
	}
	mask, tag := uint64(len(s.slots)-1), hash>>32
	i := tag & mask
	for ; s.slots[i] != 0; i = (i + 1) & mask {
		if s.slots[i]>>32 == tag {
			if number = uint32(s.slots[i]) - 1; bytes.Equal(s.Item(number), b) {
				return number
			}
		}
	}
	number = uint32(s.Len())
	s.slots[i] = tag<<32 | uint64(number+1)
	s.Append(b, hash)
	return number
}

// AddAll adds each string of a list and appends their numbers. It requests the memory of many
// strings before it waits for the first, since a large set is not in the processor's cache.
func (s *Set) AddAll(list *List, numbers []uint32) []uint32 {
	const batch = 64
	var slots [batch]uint64    // where Add would look first, then the slots of the same tag; 0 where there are none
	var spans [batch][2]uint64 // where their strings are
	for first := 0; first < list.Len(); first += batch {
		hashes := list.Hashes[first:min(first+batch, list.Len())]
		if len(s.slots) == 0 {
			s.grow()
		}
		mask := uint64(len(s.slots) - 1)
		for i, hash := range hashes {
			slots[i] = s.slots[hash>>32&mask]
		}
		for i, hash := range hashes {
			tag := hash >> 32
			for k := tag; slots[i] != 0 && slots[i]>>32 != tag; {
				k = (k + 1) & mask
				slots[i] = s.slots[k]
			}
			if number := uint32(slots[i]); number > 1 {
				spans[i] = [2]uint64{s.Ends[number-2], s.Ends[number-1]}
			} else if number == 1 {
				spans[i] = [2]uint64{0, s.Ends[0]}
			}
		}
		for i, hash := range hashes {
			b := list.Item(uint32(first + i))
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
