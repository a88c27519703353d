package suspect

import (
	"math"
	"slices"
)

// windowFinder finds windows; it keeps its memory.
type windowFinder struct {
	places []place
	inside []int // by term: how often it is in the window
}

// place is a word of a document that is a term of a query.
type place struct{ term, word int }

// window returns the number of words in the shortest stretch of a document that holds as many distinct words of a query as the whole
// document does. terms is sorted. It returns 0 if the document holds fewer than two of them.
func (f *windowFinder) window(d *document, terms []uint32) uint16 {
	f.places, f.inside = f.places[:0], slices.Grow(f.inside[:0], len(terms))[:len(terms)]
	clear(f.inside)
	missing := 0
	for word, hash := range d.order {
		if term, has := slices.BinarySearch(terms, hash); has {
			if f.inside[term]++; f.inside[term] == 1 {
				missing++
			}
			f.places = append(f.places, place{term, word})
		}
	}
	if missing < 2 {
		return 0
	}
	clear(f.inside)
	shortest := math.MaxUint16
	first := 0
	for _, last := range f.places {
		if f.inside[last.term]++; f.inside[last.term] == 1 {
			missing--
		}
		for ; missing == 0; first++ {
			begin := f.places[first]
			shortest = min(shortest, last.word-begin.word+1)
			if f.inside[begin.term]--; f.inside[begin.term] == 0 {
				missing++
			}
		}
	}
	return uint16(shortest)
}
