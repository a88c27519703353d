package axioms

import (
	"math/bits"
	"slices"
)

// bag is a query as a bag of terms: its distinct terms in the order of their first occurrence, each with a slot.
type bag struct {
	tokens  []uint32 // in order, repeats kept
	terms   []uint32 // distinct; a term's slot is its index here
	repeats []int32  // c(w,q), by slot
	slots   *slotTable
	last    *slotTable // of the previous query, whose memory is used again
}

// init fills a bag with the query's terms.
func (b *bag) init(q Query) {
	n := max(len(q.Terms), smallQuery)
	b.tokens, b.terms, b.repeats = q.Terms, slices.Grow(b.terms[:0], n), slices.Grow(b.repeats[:0], n)
	if b.slots != nil {
		b.slots, b.last = nil, b.slots
	}
	if len(q.Terms) > smallQuery {
		b.slots = b.newTable(len(q.Terms))
	}
	for _, t := range q.Terms {
		slot := b.slotOf(t)
		if slot == len(b.terms) {
			b.terms, b.repeats = append(b.terms, t), append(b.repeats, 0)
		}
		b.repeats[slot]++
	}
}

// slotOf returns the slot of a term of the query, a new one for a new term. A short query needs no
// table for that.
func (b *bag) slotOf(t uint32) (slot int) {
	if b.slots != nil {
		return b.slots.add(t)
	}
	if slot = slices.Index(b.terms, t); slot < 0 {
		return len(b.terms)
	}
	return slot
}

// table returns the table of slots and fills it on the first call.
func (b *bag) table() *slotTable {
	if b.slots == nil {
		b.slots = b.newTable(len(b.terms))
		b.slots.fill(b.terms)
	}
	return b.slots
}

// newTable returns an empty table with room for n terms.
func (b *bag) newTable(n int) *slotTable {
	s := b.last
	if s == nil {
		s = new(slotTable)
	}
	s.init(n)
	return s
}

// slot returns the index of a term among the query's distinct terms, and -1 for a term that is not
// in the query.
func (b *bag) slot(t uint32) int { return b.table().slot(t) }

// slotTable finds a query's term. It is an open-addressing table that is mostly empty, since most
// tokens of a document are no query terms. For short queries fill searches for a multiplier that
// puts each term into an entry of its own.
type slotTable struct {
	entries    []slotEntry
	multiplier uint32
	shift      uint32
	used       uint32
	perfect    bool                  // every term is in the entry of its hash, so that one probe decides
	small      [smallTable]slotEntry // the entries of a short query
}

type slotEntry struct {
	term uint32
	next uint32 // the slot + 1; 0: the entry is empty
}

// The table for at most sixteen tokens has 64 entries. The top six bits of the hash are the index.
const (
	smallQuery = 16
	smallTable = 64
	smallShift = 32 - 6
)

// init empties the table and makes room for n terms.
func (s *slotTable) init(n int) {
	s.entries, s.shift, s.used, s.perfect = s.small[:], smallShift, 0, true
	if n > smallQuery {
		log := bits.Len(uint(8*n - 1))
		s.entries, s.shift = make([]slotEntry, 1<<log), uint32(32-log)
	}
	clear(s.entries)
	s.multiplier = 0x9E3779B1 // 2^32 over the golden ratio, odd (Knuth, The Art of Computer Programming 3, 6.4)
}

// fill enters distinct terms into an empty table. It tries up to 41 multipliers: one in eight puts
// sixteen terms into entries of their own, two in three do so for eight terms.
func (s *slotTable) fill(terms []uint32) {
	for attempts := 40; ; attempts-- {
		for _, t := range terms {
			s.add(t)
		}
		if s.perfect || len(s.entries) != smallTable || attempts == 0 {
			return
		}
		clear(s.entries)
		s.multiplier, s.used, s.perfect = s.multiplier*0x2C1B3C6D, 0, true // odd times odd
	}
}

// add returns a term's slot, the next free one for a new term.
func (s *slotTable) add(t uint32) (slot int) {
	mask := uint32(len(s.entries) - 1)
	for h := t * s.multiplier >> s.shift; ; h++ {
		e := &s.entries[h&mask]
		if e.next == 0 {
			s.used++
			*e = slotEntry{t, s.used}
			return int(e.next) - 1
		}
		if e.term == t {
			return int(e.next) - 1
		}
		s.perfect = false
	}
}

// slot returns the slot of t, and -1 where t was not added.
func (s *slotTable) slot(t uint32) int {
	mask := uint32(len(s.entries) - 1)
	for h := t * s.multiplier >> s.shift; ; h++ {
		e := &s.entries[h&mask]
		if e.term == t || e.next == 0 {
			return int(e.next) - 1
		}
	}
}
