package queries

import (
	"cmp"
	"slices"
	"strings"
)

// terms draws words of the document by how much it prefers them, each once.
func terms(d *document) string {
	list := draw(d.rng, uses(d.x, d.text), length(d.rng, d.words), func(u use) float64 { return u.weight })
	return joinInOrder(d.text, list)
}

// joinInOrder returns the words as they stand in the text, in its order.
func joinInOrder(t *text, list []use) string {
	slices.SortFunc(list, func(a, b use) int { return cmp.Compare(a.first.begin, b.first.begin) })
	var words []string
	for _, u := range list {
		words = append(words, t.raw[u.first.begin:u.first.end])
	}
	return strings.Join(words, " ")
}
