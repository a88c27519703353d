package index

// The forward index has the terms of one document after the other, as uint16: terms are numbered as they first occur, so that most have
// one number. Of a term from escape on, escape plus its upper half comes before its lower half; where that has no place, whole comes
// before both halves.
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

// unpackTerms fills list with packed terms. It reports whether they are as many, and each of them is below numTerms.
func unpackTerms(list []uint32, packed []uint16, numTerms int) bool {
	at := 0
	for i := range list {
		if at >= len(packed) {
			return false
		}
		term := uint32(packed[at])
		at++
		if term >= escape {
			high := term - escape
			if term == whole {
				if at >= len(packed) {
					return false
				}
				high = uint32(packed[at])
				at++
			}
			if at >= len(packed) {
				return false
			}
			term = high<<16 | uint32(packed[at])
			at++
		}
		if uint64(term) >= uint64(numTerms) {
			return false
		}
		list[i] = term
	}
	return at == len(packed)
}
