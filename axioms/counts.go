package axioms

import "slices"

// counts is the feature of most axioms: how often a document holds each query term.
type counts struct {
	freq        []int32 // c(w,d), by the term's slot
	holds       uint64  // the bits of the query terms the document holds; terms 64 slots apart share a bit
	sum         int32   // over the distinct query terms
	numDistinct int32   // how many distinct query terms the document holds
	length      int32   // tokens
}

// count counts the query's terms in documents. It reuses old's memory.
func (b *bag) count(docs []Doc, old []counts) []counts {
	width := len(b.terms)
	list := slices.Grow(old[:0], len(docs))[:len(docs)]
	cells := make([]int32, width*len(docs))
	for i := range docs {
		c := &list[i]
		*c = counts{freq: cells[i*width:][:width:width], length: int32(docs[i].Len())}
		b.tally(docs[i].Terms, c)
	}
	return list
}

// tally sets the counts of c, which are all zero.
func (b *bag) tally(terms []uint32, c *counts) {
	for _, t := range terms {
		if slot := b.slot(t); slot >= 0 {
			c.freq[slot]++
		}
	}
	for slot, n := range c.freq {
		c.sum += n
		if n > 0 {
			c.numDistinct++
			c.holds |= 1 << (slot % 64)
		}
	}
}
