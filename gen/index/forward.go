package index

// The forward index has the terms of all documents, in the order of the documents, as uint16. Terms are numbered by first occurrence, so
// that most fit in one uint16. A term of at least escape takes two: escape plus its upper half, then its lower half. If escape plus the
// upper half is not below whole, the term takes three: whole, then both halves.
const (
	escape = 0xff00
	whole  = 0xffff
)

// packTerms appends the packed terms to out.
func packTerms(out []uint16, terms []uint32) []uint16 {
	for _, t := range terms {
		switch high := t >> 16; {
		case t < escape:
			out = append(out, uint16(t))
		case high < whole-escape:
			out = append(out, uint16(escape+high), uint16(t))
		default:
			out = append(out, whole, uint16(high), uint16(t))
		}
	}
	return out
}

// unpackTerms fills list with packed terms. It reports whether packed has exactly len(list) terms, each below numTerms.
func unpackTerms(list []uint32, packed []uint16, numTerms int) bool {
	next := 0
	for i := range list {
		if next >= len(packed) {
			return false
		}
		term := uint32(packed[next])
		next++
		if term >= escape {
			high := term - escape
			if term == whole {
				if next >= len(packed) {
					return false
				}
				high = uint32(packed[next])
				next++
			}
			if next >= len(packed) {
				return false
			}
			term = high<<16 | uint32(packed[next])
			next++
		}
		if uint64(term) >= uint64(numTerms) {
			return false
		}
		list[i] = term
	}
	return next == len(packed)
}
