// Package terms has hash tables of term ids for one document after the other.
package terms

import "math/bits"

// Table remembers something of each term met in the candidates, and which terms the present document has had.
// It is an open-addressing table that doubles when half full.
type Table[T any] struct {
	entries  []entry[T]
	used     int
	shift    uint32
	document uint32 // the number of the present one, from 1
}

type entry[T any] struct {
	term  uint32
	seen  uint32 // the last document that held the term; 0: the entry is empty
	value T
}

// NewTable makes an empty table.
func NewTable[T any]() *Table[T] {
	const log = 8
	return &Table[T]{entries: make([]entry[T], 1<<log), shift: 32 - log}
}

// Reserve makes room in an empty table for about n terms.
func (s *Table[T]) Reserve(n int) {
	if log := bits.Len(uint(n)); s.used == 0 && 1<<log > len(s.entries) {
		s.entries, s.shift = make([]entry[T], 1<<log), uint32(32-log)
	}
}

// Next begins another document.
func (s *Table[T]) Next() { s.document++ }

// Meet gives what is remembered of a term: known is false when no document held it before, first is true when the present
// one had not. The pointer is good until the Next call.
func (s *Table[T]) Meet(term uint32) (value *T, known, first bool) {
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

func (s *Table[T]) grow() {
	old := s.entries
	s.entries = make([]entry[T], 2*len(old))
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
