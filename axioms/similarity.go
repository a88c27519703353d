package axioms

import "math"

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

// likeness gives the similarities of terms to the query's terms. For word vectors the query's are scaled to length 1 once.
type likeness struct {
	terms   []uint32
	source  Similarity
	vectors Vectors     // the source, where it is one
	units   [][]float64 // by slot; nil for a term without vector
}

func (b *binding) likeness() *likeness {
	l := &likeness{terms: b.terms, source: b.source()}
	vectors, ok := l.source.(Vectors)
	if !ok {
		return l
	}
	l.vectors, l.units = vectors, make([][]float64, len(b.terms))
	for slot, t := range b.terms {
		if v := vectors.Vector(t); v != nil {
			length, unit := math.Sqrt(dot(v, v)), make([]float64, len(v))
			for i, x := range v {
				unit[i] = x / length
			}
			l.units[slot] = unit
		}
	}
	return l
}

// to calls use for each query term that has a similarity to t.
func (l *likeness) to(t uint32, use func(slot int, sim float64)) {
	switch {
	case l.vectors != nil:
		v := l.vectors.Vector(t)
		if v == nil {
			return
		}
		length := math.Sqrt(dot(v, v))
		for slot, unit := range l.units {
			if unit != nil {
				use(slot, dot(unit, v)/length)
			}
		}
	case l.source != nil:
		for slot, q := range l.terms {
			if sim, ok := l.source.Sim(q, t); ok {
				use(slot, sim)
			}
		}
	}
}
