package axioms

import (
	"math"
	"math/bits"
)

// termTable remembers something of each term met in the candidates, and which terms the present document has had.
// It is an open-addressing table that doubles when half full.
type termTable[T any] struct {
	entries  []termEntry[T]
	used     int
	shift    uint32
	document uint32 // the number of the present one, from 1
}

type termEntry[T any] struct {
	term  uint32
	seen  uint32 // the last document that held the term; 0: the entry is empty
	value T
}

func newTermTable[T any]() *termTable[T] {
	const log = 8
	return &termTable[T]{entries: make([]termEntry[T], 1<<log), shift: 32 - log}
}

// reserve makes room in an empty table for about n terms.
func (s *termTable[T]) reserve(n int) {
	if log := bits.Len(uint(n)); s.used == 0 && 1<<log > len(s.entries) {
		s.entries, s.shift = make([]termEntry[T], 1<<log), uint32(32-log)
	}
}

// next begins another document.
func (s *termTable[T]) next() { s.document++ }

// meet gives what is remembered of a term: known is false when no document held it before, first is true when the present
// one had not. The pointer is good until the next call.
func (s *termTable[T]) meet(term uint32) (value *T, known, first bool) {
	if 2*s.used >= len(s.entries) {
		s.grow()
	}
	mask := uint32(len(s.entries) - 1)
	for h := term * 0x9E3779B1 >> s.shift; ; h++ {
		e := &s.entries[h&mask]
		switch {
		case e.seen == 0:
			s.used++
			e.term, e.seen = term, s.document
			return &e.value, false, true
		case e.term == term:
			first = e.seen != s.document
			e.seen = s.document
			return &e.value, true, first
		}
	}
}

func (s *termTable[T]) grow() {
	old := s.entries
	s.entries = make([]termEntry[T], 2*len(old))
	s.shift--
	mask := uint32(len(s.entries) - 1)
	for _, e := range old {
		if e.seen == 0 {
			continue
		}
		h := e.term * 0x9E3779B1 >> s.shift
		for s.entries[h&mask].seen != 0 {
			h++
		}
		s.entries[h&mask] = e
	}
}

// termSet counts the distinct terms of one document after the other. It is an open-addressing table of which a document
// sees its own entries only, at most a quarter of all, so that nothing is cleared in between.
type termSet struct {
	entries  []uint64 // the document's number and the term
	document uint32   // of the present one, from 1
}

// count is how many distinct terms there are.
func (s *termSet) count(terms []uint32) (n int) {
	if len(s.entries) < 4*len(terms) || s.document == math.MaxUint32 {
		*s = termSet{entries: make([]uint64, max(256, 1<<bits.Len(uint(4*len(terms)-1))))}
	}
	s.document++
	entries, mask := s.entries, uint32(len(s.entries)-1)
	shift := uint32(32 - bits.Len32(mask))
	for _, t := range terms {
		mine := uint64(s.document)<<32 | uint64(t)
		for h := t * 0x9E3779B1 >> shift; ; h++ {
			e := &entries[h&mask]
			if *e == mine {
				break
			}
			if uint32(*e>>32) != s.document {
				*e = mine
				n++
				break
			}
		}
	}
	return n
}
