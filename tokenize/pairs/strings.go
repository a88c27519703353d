package pairs

import (
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// Strings numbers distinct strings in the order in which they first come. A string takes about 28 bytes beside its own: ten
// million ids are 280 MB and not one object each.
type Strings struct {
	all   []string // their bytes lie in blocks
	block []byte   // the last one
	slots []uint32 // by hash, open addressing: number plus 1, 0 where free; a power of two, at most half full
}

const blockBytes = 1 << 16

// Len is how many there are.
func (s *Strings) Len() int { return len(s.all) }

// At gives a string by its number.
func (s *Strings) At(number uint32) string { return s.all[number] }

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
		if n := s.slots[at]; n == 0 || s.all[n-1] == text {
			return at
		}
	}
}

// Add gives a string's number, a new one if it was not there.
func (s *Strings) Add(text string) uint32 {
	if 2*(len(s.all)+1) > len(s.slots) {
		s.slots = make([]uint32, max(64, 2*len(s.slots)))
		for i, other := range s.all {
			s.slots[s.slot(other)] = uint32(i) + 1
		}
	}
	at := s.slot(text)
	if s.slots[at] == 0 {
		s.all = append(s.all, s.keep(text))
		s.slots[at] = uint32(len(s.all))
	}
	return s.slots[at] - 1
}

// keep copies a string into the last block, or into a new one where it has no room.
func (s *Strings) keep(text string) string {
	if len(text) == 0 {
		return ""
	}
	if len(text) > cap(s.block)-len(s.block) {
		s.block = make([]byte, 0, max(blockBytes, len(text)))
	}
	start := len(s.block)
	s.block = append(s.block, text...)
	return unsafe.String(&s.block[start], len(text)) // bytes in a block are written once
}
