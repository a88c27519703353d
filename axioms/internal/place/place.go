// Package place holds the places of query terms in a document: their occurrences, the sets of terms
// that occur, and the closest groups of them.
package place

import "strconv"

// Occurrence is a query term at an offset of a document.
type Occurrence struct {
	Slot   int32 // the query term's number
	Offset int32 // the token's offset
}

// FormatOffsets writes offsets, the first few of many.
func FormatOffsets(list []int32) string {
	text := ""
	for i, offset := range list {
		if i == 10 {
			return text + ", ..."
		}
		if i > 0 {
			text += ", "
		}
		text += strconv.Itoa(int(offset))
	}
	return text
}
