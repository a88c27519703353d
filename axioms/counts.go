package axioms

import (
	"math/bits"
	"slices"
)

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

// tally sets the counts of c, which are all zero. It counts in packed words where the document fits
// them: that is faster.
func (b *bag) tally(terms []uint32, c *counts) {
	table := b.table()
	if table.canPack() {
		if low, high, fits := b.pack(terms); fits {
			c.sum = byteSum(low) + byteSum(high)
			c.holds = bytesHeld(low) | bytesHeld(high)>>1
			c.numDistinct = int32(bits.OnesCount64(c.holds))
			for slot := range c.freq[:min(len(c.freq), 8)] {
				c.freq[slot] = int32(low & 0xFF)
				low >>= 8
			}
			for slot := 8; slot < len(c.freq); slot++ {
				c.freq[slot] = int32(high & 0xFF)
				high >>= 8
			}
			return
		}
	}
	for _, t := range terms {
		if slot := table.slot(t); slot >= 0 {
			c.freq[slot]++
		}
	}
	for slot, n := range c.freq {
		c.sum += n
		if n > 0 {
			c.numDistinct++
			c.holds |= slotBit(slot)
		}
	}
}

// byteSum adds the bytes of a packed word: first neighbours, so that no sum exceeds sixteen bits,
// then all four pairs.
func byteSum(word uint64) int32 {
	const even = 0x00FF00FF00FF00FF
	return int32((word&even + word>>8&even) * 0x0001000100010001 >> 48)
}

// slotBit returns a slot's bit in a set of query terms: the top bits of eight bytes for the first
// eight slots, the next lower bits for the next eight, and so on.
func slotBit(slot int) uint64 { return 1 << (slot%8*8 + 7 - slot/8%8) }

// bytesHeld returns the top bit of every byte of a packed word that is not zero: adding 127 carries
// into the top bit.
func bytesHeld(word uint64) uint64 { return (word + ^uint64(topBits)) & topBits }
