package index

import "encoding/binary"

// The forward index has the terms of one document after the other. A term's number is packed as binary.AppendUvarint does: terms are
// numbered as they first occur, so that common ones have few bytes.

// packTerms appends the packed terms to out.
func packTerms(out []byte, terms []uint32) []byte {
	for _, t := range terms {
		out = binary.AppendUvarint(out, uint64(t))
	}
	return out
}

// unpackTerms fills list with packed terms. It reports whether they are as many, and each of them is below numTerms.
func unpackTerms(list []uint32, packed []byte, numTerms int) bool {
	at := 0
	for i := range list {
		term := uint64(0)
		for shift := 0; ; shift += 7 {
			if at == len(packed) || shift > 28 {
				return false
			}
			b := packed[at]
			at++
			term |= uint64(b&0x7f) << shift
			if b < 0x80 {
				break
			}
		}
		if term >= uint64(numTerms) {
			return false
		}
		list[i] = uint32(term)
	}
	return at == len(packed)
}
