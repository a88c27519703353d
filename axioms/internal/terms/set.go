package terms

import (
	"math"
	"math/bits"
)

// Set counts the distinct terms of one document after the other. It is an open-addressing table. A
// document sees its own entries only, at most a quarter of all, so that nothing is cleared in
// between.
type Set struct {
	entries  []uint64 // the document's number and the term
	document uint32   // of the current document, from 1
}

// Count returns the number of distinct terms.
func (s *Set) Count(terms []uint32) (n int) {
	if len(s.entries) < 4*len(terms) || s.document == math.MaxUint32 {
		*s = Set{entries: make([]uint64, max(256, 1<<bits.Len(uint(4*len(terms)-1))))}
	}
	s.document++
	entries, mask := s.entries, uint32(len(s.entries)-1)
	shift := uint32(32 - bits.Len32(mask))
	for _, t := range terms {
		entry := uint64(s.document)<<32 | uint64(t)
		for h := t * 0x9E3779B1 >> shift; ; h++ {
			e := &entries[h&mask]
			if *e == entry {
				break
			}
			if uint32(*e>>32) != s.document {
				*e = entry
				n++
				break
			}
		}
	}
	return n
}
