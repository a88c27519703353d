package place

import (
	"encoding/binary"
	"math/bits"
)

// Sets numbers sets of query terms: equal sets have equal numbers, from 0 up. With at most 31
// terms, the bits of the terms are the number.
type Sets struct {
	isHeld  []bool // by slot, in the current document
	key     []byte
	numbers map[string]int32
}

// NewSets returns an empty numbering for a query with that number of distinct terms.
func NewSets(terms int) *Sets { return &Sets{isHeld: make([]bool, terms)} }

// Number returns the number of the set of the terms that occur, and how many terms it has.
func (s *Sets) Number(hits []Occurrence) (set int32, distinct int) {
	if len(s.isHeld) > 31 {
		return s.count(hits)
	}
	for _, o := range hits {
		set |= 1 << (o.Slot & 31)
	}
	return set, bits.OnesCount32(uint32(set))
}

// count counts as Number does, for any number of terms.
func (s *Sets) count(hits []Occurrence) (set int32, distinct int) {
	clear(s.isHeld)
	for _, o := range hits {
		s.isHeld[o.Slot] = true
	}
	s.key = s.key[:0]
	for slot, ok := range s.isHeld {
		if ok {
			s.key = binary.AppendUvarint(s.key, uint64(slot))
			distinct++
		}
	}
	set, ok := s.numbers[string(s.key)]
	if !ok {
		if s.numbers == nil {
			s.numbers = map[string]int32{}
		}
		set = int32(len(s.numbers))
		s.numbers[string(s.key)] = set
	}
	return set, distinct
}
