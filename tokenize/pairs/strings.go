package pairs

import (
	"slices"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// Strings numbers distinct strings in the order in which they are added. A string takes about 20
// bytes beside its own. There is no pointer that the garbage collector would follow: ten million
// ids are 200 MB.
type Strings struct {
	places []place
	blocks [][]byte // of the strings' bytes, which are written once
	slots  []uint32 // by hash, open addressing: number plus 1, 0 where free; the length is a power of two, at most half is full
}

// place is the position of a string: its block, where it begins there, and its size in bytes. The
// size is wholeBlock for a longer string, which has a block for itself.
type place struct {
	block       uint32
	begin, size uint16
}

const (
	blockBytes = 1 << 16
	wholeBlock = 1<<16 - 1
)

// Len returns the number of strings.
func (s *Strings) Len() int { return len(s.places) }

// String returns a string by its number.
func (s *Strings) String(number uint32) string {
	p := s.places[number]
	if p.size == 0 {
		return ""
	}
	bytes := s.blocks[p.block]
	if p.size != wholeBlock {
		bytes = bytes[p.begin : int(p.begin)+int(p.size)]
	}
	return unsafe.String(&bytes[0], len(bytes))
}

// Find returns a string's number.
func (s *Strings) Find(text string) (number uint32, ok bool) {
	if len(s.slots) == 0 {
		return 0, false
	}
	k := s.slot(text)
	return s.slots[k] - 1, s.slots[k] > 0
}

// slot returns the index of the slot that holds text, or the free slot for it.
func (s *Strings) slot(text string) int {
	mask := len(s.slots) - 1
	for k := int(xxhash.Sum64String(text)) & mask; ; k = (k + 1) & mask {
		if n := s.slots[k]; n == 0 || s.String(n-1) == text {
			return k
		}
	}
}

// Add returns a string's number, a new number for a new string.
func (s *Strings) Add(text string) uint32 {
	if 2*(len(s.places)+1) > len(s.slots) {
		s.slots = make([]uint32, max(64, 2*len(s.slots)))
		for i := range uint32(len(s.places)) {
			s.slots[s.slot(s.String(i))] = i + 1
		}
	}
	k := s.slot(text)
	if s.slots[k] == 0 {
		s.places = append(s.places, s.keep(text))
		s.slots[k] = uint32(len(s.places))
	}
	return s.slots[k] - 1
}

// keep copies a string into the last block, or into a new block where the last has no room.
func (s *Strings) keep(text string) place {
	if len(text) >= wholeBlock {
		s.blocks = append(s.blocks, slices.Clip([]byte(text)))
		return place{uint32(len(s.blocks) - 1), 0, wholeBlock}
	}
	last := len(s.blocks) - 1
	if last < 0 || len(text) > cap(s.blocks[last])-len(s.blocks[last]) {
		s.blocks = append(s.blocks, make([]byte, 0, blockBytes))
		last++
	}
	begin := len(s.blocks[last])
	s.blocks[last] = append(s.blocks[last], text...)
	return place{uint32(last), uint16(begin), uint16(len(text))}
}
