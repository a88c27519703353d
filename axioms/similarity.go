package axioms

import "github.com/axiomine/axiomine/axioms/internal/likeness"

// source returns the similarity source that the parameter sim selects. It returns nil where the
// collection has none; then no pair of terms has a similarity.
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

// querySimilarity returns the similarities of terms to the query's terms.
func (b *binding) querySimilarity() *likeness.Query { return likeness.NewQuery(b.terms, b.source()) }

// noteNearestWords adds, for each query term and document, how many of the document's distinct
// terms have a similarity to it, and the most similar one.
func (t *trace) noteNearestWords() {
	like := t.querySimilarity()
	for d := range t.input.Docs {
		type best struct {
			pairs int
			term  uint32
			sim   float64
		}
		nearest := make([]best, len(t.terms))
		seenTerms := map[uint32]bool{}
		for _, term := range t.input.Docs[d].Terms {
			if seenTerms[term] {
				continue
			}
			seenTerms[term] = true
			like.VisitSimilar(term, func(slot int, sim float64) {
				b := &nearest[slot]
				if b.pairs++; b.pairs == 1 || sim > b.sim {
					b.term, b.sim = term, sim
				}
			})
		}
		for slot, b := range nearest {
			if b.pairs > 0 {
				t.fact("%s: %s with a similarity to %s; the highest is that of %s, %s",
					t.name(d), countNoun(b.pairs, "term"), t.term(slot), t.input.Word(b.term), decimal(b.sim))
			}
		}
	}
}

// noteSimilarities adds the similarities of the distinct query terms to each other.
func (t *trace) noteSimilarities() {
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
