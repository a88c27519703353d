package suspect

import (
	"math"
	"slices"
)

// window returns the number of words in the shortest stretch of a document that holds as many distinct words of a query as the whole
// document does. terms is sorted. It returns 0 if the document holds fewer than two of them.
func (d *document) window(terms []uint32) uint16 {
	type place struct{ term, word int }
	var places []place
	inside, missing := make([]int, len(terms)), 0
	for word, hash := range d.order {
		if term, has := slices.BinarySearch(terms, hash); has {
			if inside[term]++; inside[term] == 1 {
				missing++
			}
			places = append(places, place{term, word})
		}
	}
	if missing < 2 {
		return 0
	}
	clear(inside)
	shortest := math.MaxUint16
	first := 0
	for _, last := range places {
		if inside[last.term]++; inside[last.term] == 1 {
			missing--
		}
		for ; missing == 0; first++ {
			begin := places[first]
			shortest = min(shortest, last.word-begin.word+1)
			if inside[begin.term]--; inside[begin.term] == 0 {
				missing++
			}
		}
	}
	return uint16(shortest)
}
