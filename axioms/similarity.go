package axioms

import "github.com/axiomine/axiomine/axioms/internal/likeness"

// source is the similarity source that the parameter sim picks; nil where the collection has none, so that no pair of
// terms has a similarity.
func (b *binding) source() Similarity {
	switch b.word("sim") {
	case "vectors":
		if b.Vectors == nil {
			return nil
		}
		return b.Vectors
	case "configured":
		if b.Similarity == nil && b.Vectors != nil {
			return b.Vectors
		}
	}
	return b.Similarity
}

// querySimilarity gives the similarities of terms to the query's.
func (b *binding) querySimilarity() *likeness.Query { return likeness.Of(b.terms, b.source()) }

// nearestWords notes, for each query term and document, how many of the document's distinct terms have a similarity to it,
// and the one most like it.
func (t *trace) nearestWords() {
	like := t.querySimilarity()
	for d := range t.of.Docs {
		type best struct {
			pairs int
			term  uint32
			sim   float64
		}
		found := make([]best, len(t.terms))
		seen := map[uint32]bool{}
		for _, term := range t.of.Docs[d].Terms {
			if seen[term] {
				continue
			}
			seen[term] = true
			like.To(term, func(slot int, sim float64) {
				b := &found[slot]
				if b.pairs++; b.pairs == 1 || sim > b.sim {
					b.term, b.sim = term, sim
				}
			})
		}
		for slot, b := range found {
			if b.pairs > 0 {
				t.fact("%s: %d terms have a similarity to %s, the highest is that of %s, %s",
					t.name(d), b.pairs, t.term(slot), t.of.Word(b.term), decimal(b.sim))
			}
		}
	}
}

// similarities notes the similarities of the distinct query terms to each other.
func (t *trace) similarities() {
	source := t.source()
	if source == nil {
		return
	}
	for s := range t.terms {
		for r := range s {
			if sim, ok := source.Sim(t.terms[r], t.terms[s]); ok {
				t.fact("sim(%s, %s) = %s", t.term(r), t.term(s), decimal(sim))
			}
		}
	}
}
