package axioms

import "github.com/axiomine/axiomine/axioms/weighting"

// binding is the input of an axiom's rule: its parameters, a query and a collection.
type binding struct {
	*values
	*bag
	*Collection
	query      string      // its id
	bound      lengthRange // the length bound, a part of the precondition
	candidates *Candidates // of the query; nil: there are none
}

func newBinding(v *values, q Query, c *Collection, lengths lengthRange) *binding {
	return &binding{values: v, bag: bagOf(q), Collection: c, query: q.ID, bound: lengths, candidates: q.candidates}
}

// idf returns IDF(w) of each distinct query term, by slot.
func (b *binding) idf() []float64 {
	idf := make([]float64, len(b.terms))
	for slot, t := range b.terms {
		idf[slot] = weighting.IDF(b.Stats.NumDocs(), b.Stats.DocFreq(t))
	}
	return idf
}
