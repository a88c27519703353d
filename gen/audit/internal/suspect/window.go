package suspect

import (
	"math"
	"slices"
)

// windowFinder finds the shortest stretch of a document that has the words of a query. It reuses its memory.
type windowFinder struct {
	places []place
	inside []int // for each term, the number of occurrences in the current window
}

// place is a word of a document that is a term of a query: the indexes of both.
type place struct{ term, word int }

// shortest returns the indexes of the first and the last word of the shortest stretch of a document that has as many distinct terms of a
// query as the whole document, and the number of these terms. terms must be sorted. It returns 0, 0, 0 if the document has no term.
func (f *windowFinder) shortest(d *document, terms []uint32) (first, last, holds int) {
	f.places, f.inside = f.places[:0], slices.Grow(f.inside[:0], len(terms))[:len(terms)]
	clear(f.inside)
	for word, hash := range d.order {
		if term, has := slices.BinarySearch(terms, hash); has {
			if f.inside[term]++; f.inside[term] == 1 {
				holds++
			}
			f.places = append(f.places, place{term, word})
		}
	}
	clear(f.inside)
	missing, begin, best := holds, 0, math.MaxInt
	for _, end := range f.places {
		if f.inside[end.term]++; f.inside[end.term] == 1 {
			missing--
		}
		for ; missing == 0; begin++ {
			start := f.places[begin]
			if n := end.word - start.word + 1; n < best {
				first, last, best = start.word, end.word, n
			}
			if f.inside[start.term]--; f.inside[start.term] == 0 {
				missing++
			}
		}
	}
	return first, last, holds
}
