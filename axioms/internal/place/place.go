// Package place holds where query terms stand in a document: their occurrences, the sets of terms that occur, and the closest groups
// of them.
package place

import "strconv"

// Occurrence is a query term at a place of a document.
type Occurrence struct {
	Slot int32 // the query term's number
	At   int32 // the token's offset
}

// Listed writes positions, the first few of many.
func Listed(list []int32) string {
	text := ""
	for i, at := range list {
		if i == 10 {
			return text + ", ..."
		}
		if i > 0 {
			text += ", "
		}
		text += strconv.Itoa(int(at))
	}
	return text
}
