package pairs

import (
	"slices"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// Strings numbers distinct strings in the order in which they first come. A string takes about 20 bytes beside its own, without a
// pointer that the garbage collector would follow: ten million ids are 200 MB.
type Strings struct {
	places []place
	blocks [][]byte // of the strings' bytes, which are written once
	slots  []uint32 // by hash, open addressing: number plus 1, 0 where free; a power of two, at most half full
}

// place says where a string lies: its block, where it begins there, and its size in bytes, which is wholeBlock for a longer one that has
// its block for itself.
type place struct {
	block       uint32
	begin, size uint16
}

const (
	blockBytes = 1 << 16
	wholeBlock = 1<<16 - 1
)

// Len is how many there are.
func (s *Strings) Len() int { return len(s.places) }

// At gives a string by its number.
func (s *Strings) At(number uint32) string {
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

// Find gives a string's number.
func (s *Strings) Find(text string) (number uint32, ok bool) {
	if len(s.slots) == 0 {
		return 0, false
	}
	at := s.slot(text)
	return s.slots[at] - 1, s.slots[at] > 0
}

// slot is where text stands or would stand.
func (s *Strings) slot(text string) int {
	mask := len(s.slots) - 1
	for at := int(xxhash.Sum64String(text)) & mask; ; at = (at + 1) & mask {
		if n := s.slots[at]; n == 0 || s.At(n-1) == text {
			return at
		}
	}
}

// Add gives a string's number, a new one if it was not there.
func (s *Strings) Add(text string) uint32 {
	if 2*(len(s.places)+1) > len(s.slots) {
		s.slots = make([]uint32, max(64, 2*len(s.slots)))
		for i := range uint32(len(s.places)) {
			s.slots[s.slot(s.At(i))] = i + 1
		}
	}
	at := s.slot(text)
	if s.slots[at] == 0 {
		s.places = append(s.places, s.keep(text))
		s.slots[at] = uint32(len(s.places))
	}
	return s.slots[at] - 1
}

// keep copies a string into the last block, or into a new one where it has no room.
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
