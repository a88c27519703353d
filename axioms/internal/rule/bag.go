package rule

import (
	"math/bits"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/feature"
)

// Bag is a query as a bag of terms: its distinct terms in the order of their first occurrence, each with a slot.
type Bag struct {
	Tokens  []uint32 // the tokens in order, repeats kept
	Terms   []uint32 // the distinct tokens; a term's slot is its index here
	Repeats []int32  // for each slot: c(w,q), the term's occurrences in the query
	slots   slotTable
}

// init fills a bag with the query's terms.
func (b *Bag) init(q Query) {
	b.Tokens, b.Terms, b.Repeats = q.Terms, b.Terms[:0], b.Repeats[:0]
	b.slots.init(len(q.Terms))
	for _, t := range q.Terms {
		slot := b.slots.add(t)
		if slot == len(b.Terms) {
			b.Terms, b.Repeats = append(b.Terms, t), append(b.Repeats, 0)
		}
		b.Repeats[slot]++
	}
}

// Slot returns the index of a term among the query's distinct terms, and -1 for a term that is not in the query.
func (b *Bag) Slot(t uint32) int { return int(b.slots.find(t).next) - 1 }

// slotTable maps a query's terms to their slots. It is a hash table with open addressing. It is mostly empty, since most lookups are
// for terms that are not in the query.
type slotTable struct {
	entries []slotEntry
	shift   uint32
	used    uint32
}

// slotEntry is a term with its slot.
type slotEntry struct {
	term uint32
	next uint32 // 1 + the slot; 0: the entry is empty
}

// init empties the table and makes room for n terms.
func (s *slotTable) init(n int) {
	log := bits.Len(uint(8*n) | 63)
	s.entries, s.shift, s.used = slices.Grow(s.entries[:0], 1<<log)[:1<<log], uint32(32-log), 0
	clear(s.entries)
}

// find returns a term's entry, or the empty entry where add puts the term.
func (s *slotTable) find(t uint32) *slotEntry {
	for h := t * 0x9E3779B1 >> s.shift; ; h++ { // the factor is 2^32 over the golden ratio (Knuth, The Art of Computer Programming 3, 6.4)
		if e := &s.entries[h&uint32(len(s.entries)-1)]; e.term == t || e.next == 0 {
			return e
		}
	}
}

// add returns a term's slot. A new term gets the next free slot.
func (s *slotTable) add(t uint32) (slot int) {
	e := s.find(t)
	if e.next == 0 {
		s.used++
		*e = slotEntry{t, s.used}
	}
	return int(e.next) - 1
}

// Counts is the feature of most axioms: how often a document holds each query term.
type Counts struct {
	Freq        []int32 // for each slot: c(w,d), the term's occurrences in the document
	Sum         int32   // the sum of Freq
	NumDistinct int32   // the number of distinct query terms in the document
	Length      int32   // the number of the document's tokens
	Score       float64 // the retrieval score
}

// Count counts the query's terms in documents. It reuses the memory of old.
func (b *Bag) Count(docs []Doc, old []Counts) []Counts {
	width := len(b.Terms)
	list := slices.Grow(old[:0], len(docs))[:len(docs)]
	cells := make([]int32, width*len(docs))
	for i := range docs {
		c := &list[i]
		*c = Counts{Freq: cells[i*width:][:width:width], Length: int32(docs[i].Len()), Score: docs[i].Score}
		b.tally(docs[i].Terms, c)
	}
	return list
}

// tally sets the counts of c, which must be zero.
func (b *Bag) tally(terms []uint32, c *Counts) {
	for _, t := range terms {
		if slot := b.Slot(t); slot >= 0 {
			c.Freq[slot]++
		}
	}
	for _, n := range c.Freq {
		c.Sum += n
		if n > 0 {
			c.NumDistinct++
		}
	}
}

// AppendOccurrences appends the occurrences of query terms in a document, in order. terms holds the document's tokens.
func (b *Bag) AppendOccurrences(hits []feature.Occurrence, terms []uint32) []feature.Occurrence {
	for i, t := range terms {
		if slot := b.Slot(t); slot >= 0 {
			hits = append(hits, feature.Occurrence{Slot: int32(slot), Offset: int32(i)})
		}
	}
	return hits
}
