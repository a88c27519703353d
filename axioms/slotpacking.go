package axioms

// A document's query terms are counted in one or two words, a byte a term. That needs at most
// sixteen terms, each with at most 127 occurrences.

const (
	topBits  = 0x8080808080808080
	maxBlock = 127 // tokens that are counted before the top bit of a byte is checked
)

// canPack reports whether pack may be called: one probe of the small table must decide.
func (s *slotTable) canPack() bool { return s.perfect && len(s.entries) == smallTable }

// pack counts the query's terms in two words, a byte a slot. fits is false where a term occurs more
// than 127 times.
func (b *bag) pack(terms []uint32) (low, high uint64, fits bool) {
	for len(terms) > 0 {
		block := terms[:min(len(terms), maxBlock)]
		terms = terms[len(block):]
		if vectors && len(block) >= 8 {
			terms8, bytes := b.terms[:smallQuery], 8*len(b.terms)
			low += countEight(&block[0], len(block), &terms8[0]) & (1<<bytes - 1)
			if bytes > 64 {
				high += countEight(&block[0], len(block), &terms8[8]) & (1<<(bytes-64) - 1)
			}
		} else {
			l, h := b.table().pack(block)
			low, high = low+l, high+h
		}
		if (low|high)&topBits != 0 { // no byte overflowed: it was at most 127 before and grew by at most 127
			return 0, 0, false
		}
	}
	return low, high, true
}

// pack counts the query terms among at most 127 tokens, a byte a slot.
func (s *slotTable) pack(block []uint32) (low, high uint64) {
	for _, t := range block {
		switch slot := s.slot(t); {
		case slot >= 8:
			high += 1 << (8*slot - 64)
		case slot >= 0:
			low += 1 << (8 * slot)
		}
	}
	return low, high
}
