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

// contrast describes what a document is about with the word that most of its neighbours by BM25 hold too, and what divides it from them
// with words drawn by p(w|d) ln(p(w|d) / p(w|N)), where p(w|N) is half of the neighbours' and half of the collection's language model.
func contrast(d *document) string {
	docUses := uses(d.x, d.text)
	slices.SortStableFunc(docUses, func(a, b use) int { return cmp.Compare(b.weight, a.weight) })
	var searchTerms []uint32
	for _, u := range docUses[:min(askedWith, len(docUses))] {
		searchTerms = append(searchTerms, u.term)
	}
	nearby := d.findNeighbours(searchTerms)
	if nearby.documents == 0 {
		return ""
	}
	common := docUses[0]
	for _, u := range docUses {
		if nearby.holding[u.term] > nearby.holding[common.term] {
			common = u
		}
	}
	list := weigh(d.text, func(term uint32) float64 { return nearby.share(d.x, term) })
	list = slices.DeleteFunc(list, func(u use) bool { return u.term == common.term })
	words := draw(d.rng, list, max(1, length(d.rng, d.words)-1), func(u use) float64 { return u.weight })
	return joinInOrder(d.text, append(words, common))
}

// surroundings are the words of a document's neighbours.
type surroundings struct {
	documents, words int
	counts, holding  map[uint32]int // by term: its occurrences, and the documents that hold it
}

// findNeighbours finds the neighbours.
func (d *document) findNeighbours(searchTerms []uint32) *surroundings {
	s := &surroundings{counts: map[uint32]int{}, holding: map[uint32]int{}}
	for _, hit := range d.searcher.Search(searchTerms, neighbours+1) {
		if hit.Doc == d.number || s.documents == neighbours {
			continue
		}
		s.documents++
		visited := map[uint32]bool{}
		for _, t := range d.x.Terms(hit.Doc) {
			s.words++
			s.counts[t]++
			if !visited[t] {
				visited[t] = true
				s.holding[t]++
			}
		}
	}
	return s
}

// share returns p(w|N).
func (s *surroundings) share(x index.Reader, term uint32) float64 {
	return (float64(s.counts[term])/float64(max(1, s.words)) + float64(x.CollFreq(term))/float64(x.TotalTerms())) / 2
}
