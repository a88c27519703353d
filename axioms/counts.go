package axioms

// counts is the feature of most axioms: how often a document holds each query term.
type counts struct {
	of     []int32 // c(w,d), by the term's slot
	sum    int32   // over the distinct query terms
	held   int32   // how many distinct query terms the document holds
	length int32   // tokens
}

// count counts the query's terms in documents.
func (b *bag) count(docs []Doc, old []counts) []counts {
	width := len(b.terms)
	loaded := old[:0]
	if cap(loaded) < len(docs) {
		loaded = make([]counts, 0, len(docs))
	}
	cells := make([]int32, width*len(docs))
	for _, d := range docs {
		c := counts{of: cells[:width:width], length: int32(len(d.Terms))}
		cells = cells[width:]
		b.tally(d.Terms, c.of)
		for _, n := range c.of {
			c.sum += n
			if n > 0 {
				c.held++
			}
		}
		loaded = append(loaded, c)
	}
	return loaded
}

// tally sets of, which is all zero, to the counts by slot. Where a document fits packed words that is the faster way.
func (b *bag) tally(terms []uint32, of []int32) {
	if b.table.packs() {
		if low, high, fits := b.table.pack(terms); fits {
			for slot := range of[:min(len(of), 8)] {
				of[slot] = int32(low >> (8 * slot) & 0xFF)
			}
			for slot := 8; slot < len(of); slot++ {
				of[slot] = int32(high >> (8 * (slot - 8)) & 0xFF)
			}
			return
		}
	}
	for _, t := range terms {
		if slot := b.slot(t); slot >= 0 {
			of[slot]++
		}
	}
}
