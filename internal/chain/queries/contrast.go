package queries

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
)

// neighbours is how many documents one is compared with, and askedWith with how many of its words they are searched.
const (
	neighbours = 10
	askedWith  = 10
)

// contrast says what a document is about with the word that most of its neighbours by BM25 hold too, and what divides it from them with
// words drawn by p(w|d) ln(p(w|d) / p(w|N)), where p(w|N) is half of the neighbours' and half of the collection's language model.
func contrast(d *document) string {
	own := uses(d.x, d.text)
	slices.SortStableFunc(own, func(a, b use) int { return cmp.Compare(b.weight, a.weight) })
	var asked []uint32
	for _, u := range own[:min(askedWith, len(own))] {
		asked = append(asked, u.term)
	}
	around := d.around(asked)
	if around.documents == 0 {
		return ""
	}
	shared := own[0]
	for _, u := range own {
		if around.holding[u.term] > around.holding[shared.term] {
			shared = u
		}
	}
	list := weighed(d.text, func(term uint32) float64 { return around.share(d.x, term) })
	list = slices.DeleteFunc(list, func(u use) bool { return u.term == shared.term })
	drawn := draw(d.rng, list, max(1, length(d.rng, d.words)-1), func(u use) float64 { return u.weight })
	return written(d.text, append(drawn, shared))
}

// surroundings are the words of a document's neighbours.
type surroundings struct {
	documents, words int
	counts, holding  map[uint32]int // by term: its occurrences, and the documents that hold it
}

// around finds the neighbours.
func (d *document) around(asked []uint32) *surroundings {
	s := &surroundings{counts: map[uint32]int{}, holding: map[uint32]int{}}
	for _, hit := range d.searcher.Search(asked, neighbours+1) {
		if hit.Doc == d.number || s.documents == neighbours {
			continue
		}
		s.documents++
		met := map[uint32]bool{}
		for _, t := range d.x.Terms(hit.Doc) {
			s.words++
			s.counts[t]++
			if !met[t] {
				met[t] = true
				s.holding[t]++
			}
		}
	}
	return s
}

// share is p(w|N).
func (s *surroundings) share(x index.Reader, term uint32) float64 {
	return (float64(s.counts[term])/float64(max(1, s.words)) + float64(x.CollFreq(term))/float64(x.TotalTerms())) / 2
}
