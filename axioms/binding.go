package axioms

import (
	"github.com/axiomine/axiomine/axioms/weighting"
)

// binding is what an axiom's rule is made from: its parameters, a query and a collection.
type binding struct {
	*values
	*bag
	*Collection
	query string      // its id
	bound Bound       // the length bound; where it fails the precondition does
	among *Candidates // of the query; nil: there are none
}

func newBinding(v *values, q Query, c *Collection, bound Bound) *binding {
	b := &binding{values: v, Collection: c, query: q.ID, bound: bound, among: q.among}
	if q.among != nil {
		b.bag = &q.among.bag
		return b
	}
	b.bag = new(bag)
	b.init(q)
	return b
}

// idf gives IDF(w) of each distinct query term.
func (b *binding) idf() []float64 {
	idf := make([]float64, len(b.terms))
	for slot, t := range b.terms {
		idf[slot] = weighting.IDF(b.Stats.NumDocs(), b.Stats.DocFreq(t))
	}
	return idf
}
