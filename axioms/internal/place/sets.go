package place

import (
	"encoding/binary"
	"math/bits"
)

// Sets numbers sets of query terms: equal sets have equal numbers, from 0 up. Of at most 31 terms a set is its own number.
type Sets struct {
	held  []bool // by slot, of the present document
	key   []byte
	known map[string]int32
}

// NewSets makes an empty numbering for a query of so many distinct terms.
func NewSets(terms int) *Sets { return &Sets{held: make([]bool, terms)} }

// Number gives the set of the terms that occur, and how many they are.
func (s *Sets) Number(found []Occurrence) (set int32, distinct int) {
	if len(s.held) > 31 {
		return s.count(found)
	}
	for _, o := range found {
		set |= 1 << (o.Slot & 31)
	}
	return set, bits.OnesCount32(uint32(set))
}

// count is Number for any number of terms.
func (s *Sets) count(found []Occurrence) (set int32, distinct int) {
	clear(s.held)
	for _, o := range found {
		s.held[o.Slot] = true
	}
	s.key = s.key[:0]
	for slot, held := range s.held {
		if held {
			s.key = binary.AppendUvarint(s.key, uint64(slot))
			distinct++
		}
	}
	set, known := s.known[string(s.key)]
	if !known {
		if s.known == nil {
			s.known = map[string]int32{}
		}
		set = int32(len(s.known))
		s.known[string(s.key)] = set
	}
	return set, distinct
}
