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
	for _, t := range q.Terms {
		slot, fresh := b.table.add(t)
		if fresh {
			b.terms, b.repeats = append(b.terms, t), append(b.repeats, 0)
		}
		b.repeats[slot]++
	}
	return b
}

// slot is the place of a term among the query's distinct terms, -1 for a term that is not in the query.
func (b *bag) slot(t uint32) int { return b.table.slot(t) }

// slotTable finds a query's term by an open-addressing table that is mostly empty, since most tokens of a document are
// no query terms.
type slotTable struct {
	entries []slotEntry
	shift   uint32
	used    int32
}

type slotEntry struct {
	term uint32
	slot int32 // -1: the entry is empty
}

const slotMultiplier = 0x9E3779B1 // 2^32 over the golden ratio, odd (Knuth, TAOCP 3, 6.4)

// reset makes room for n terms.
func (s *slotTable) reset(n int) {
	log := max(6, bits.Len(uint(8*n)))
	s.entries, s.shift, s.used = make([]slotEntry, 1<<log), uint32(32-log), 0
	for i := range s.entries {
		s.entries[i].slot = -1
	}
}

// add gives a term's slot, the next free one if it is fresh.
func (s *slotTable) add(t uint32) (slot int, fresh bool) {
	mask := uint32(len(s.entries) - 1)
	for h := t * slotMultiplier >> s.shift; ; h++ {
		e := &s.entries[h&mask]
		if e.slot < 0 {
			*e = slotEntry{t, s.used}
			s.used++
			return int(e.slot), true
		}
		if e.term == t {
			return int(e.slot), false
		}
	}
}

// slot is the place of t, -1 where it was not added.
func (s *slotTable) slot(t uint32) int {
	mask := uint32(len(s.entries) - 1)
	for h := t * slotMultiplier >> s.shift; ; h++ {
		e := s.entries[h&mask]
		if e.term == t || e.slot < 0 {
			return int(e.slot)
		}
	}
}
