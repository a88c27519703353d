package axioms

import "github.com/axiomine/axiomine/axioms/internal/likeness"

// similarities are those of the query's terms, to each other and to other terms.
type similarities struct {
	terms  []uint32   // of the query, distinct
	source Similarity // nil: no pair of terms has a similarity
}

// similarities returns those of the source that the parameter sim selects.
func (b *binding) similarities() similarities {
	s := similarities{b.terms, b.Similarity}
	fromVectors := b.word("sim") == "vectors" || b.word("sim") == "configured" && b.Similarity == nil
	if fromVectors {
		s.source = nil
		if b.Vectors != nil {
			s.source = b.Vectors
		}
	}
	return s
}

// query returns the similarities of terms to the query's terms.
func (s similarities) query() *likeness.Query { return likeness.NewQuery(s.terms, s.source) }

// sim returns the similarity of two terms of the query, by slot.
func (s similarities) sim(i, j int) (sim float64, ok bool) {
	if s.source == nil {
		return 0, false
	}
	return s.source.Sim(s.terms[i], s.terms[j])
}

// sumToOthers returns the sum of a term's similarities to the other terms. ok is false where it has
// none.
func (s similarities) sumToOthers(slot int) (sum float64, ok bool) {
	for other := range s.terms {
		if sim, has := s.sim(slot, other); other != slot && has {
			sum += sim
			ok = true
		}
	}
	return sum, ok
}

// note adds the similarities of the distinct query terms to each other.
func (s similarities) note(t *trace) {
	for j := range s.terms {
		for i := range j {
			if sim, ok := s.sim(i, j); ok {
				t.fact("sim(%s, %s) = %s", t.term(i), t.term(j), decimal(sim))
			}
		}
	}
}
