package axioms

import "math/bits"

// bag is a query as a bag of terms: its distinct terms in the order of their first occurrence, each with a slot.
type bag struct {
	tokens  []uint32 // in order, repeats kept
	terms   []uint32 // distinct; a term's slot is its place here
	repeats []int32  // c(w,q), by slot
	table   slotTable
}

func newBag(q Query) bag {
	b := bag{tokens: q.Terms, terms: make([]uint32, 0, len(q.Terms)), repeats: make([]int32, 0, len(q.Terms))}
	b.table.reset(len(q.Terms))
	for attempts := 16; ; attempts-- {
		b.terms, b.repeats = b.terms[:0], b.repeats[:0]
		if b.fill() || attempts == 0 {
			return b
		}
		b.table.retry()
	}
}

// fill enters the query's terms into the table; perfect says that each stands at its home.
func (b *bag) fill() (perfect bool) {
	for _, t := range b.tokens {
		slot := b.table.add(t)
		if slot == len(b.terms) {
			b.terms, b.repeats = append(b.terms, t), append(b.repeats, 0)
		}
		b.repeats[slot]++
	}
	return b.table.perfect
}

// slot is the place of a term among the query's distinct terms, -1 for a term that is not in the query.
func (b *bag) slot(t uint32) int { return b.table.slot(t) }

// slotTable finds a query's term. It is an open-addressing table that is mostly empty, since most tokens of a document are
// no query terms; for short queries a multiplier is looked for that gives each term an entry of its own.
type slotTable struct {
	entries    []slotEntry
	multiplier uint32
	shift      uint32
	used       uint32
	perfect    bool // every term stands at its home, so that one probe decides
}

type slotEntry struct {
	term uint32
	next uint32 // the slot + 1; 0: the entry is empty
}

// A table for at most sixteen tokens has 128 entries, found by the hash's top seven bits.
const (
	smallTable = 128
	smallShift = 32 - 7
)

// reset makes room for n terms.
func (s *slotTable) reset(n int) {
	log := max(7, bits.Len(uint(max(8*n-1, 0))))
	// The multiplier is 2^32 over the golden ratio, odd (Knuth, The Art of Computer Programming 3, 6.4).
	*s = slotTable{entries: make([]slotEntry, 1<<log), multiplier: 0x9E3779B1, shift: uint32(32 - log), perfect: true}
}

// retry empties the table for another multiplier.
func (s *slotTable) retry() {
	clear(s.entries)
	s.multiplier, s.used, s.perfect = s.multiplier*0x2C1B3C6D, 0, true // odd times odd
}

// add gives a term's slot, the next free one if it is new.
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

// slot is the place of t, -1 where it was not added.
func (s *slotTable) slot(t uint32) int {
	mask := uint32(len(s.entries) - 1)
	for h := t * s.multiplier >> s.shift; ; h++ {
		e := &s.entries[h&mask]
		if e.term == t || e.next == 0 {
			return int(e.next) - 1
		}
	}
}
