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
	units   [][]float64 // by slot, zeros for a term without vector and up to a multiple of four
	known   []bool      // by slot: the term has a vector
	sum     []float64   // of units
	count   int         // of known terms
}

func (b *binding) likeness() *likeness {
	l := &likeness{terms: b.terms, source: b.source()}
	vectors, ok := l.source.(Vectors)
	if !ok {
		return l
	}
	dim, rows := vectors.Dim(), (len(b.terms)+3)/4*4
	l.vectors, l.units, l.known, l.sum = vectors, make([][]float64, rows), make([]bool, len(b.terms)), make([]float64, dim)
	cells := make([]float64, dim*rows)
	for slot := range l.units {
		l.units[slot] = cells[slot*dim:][:dim]
	}
	for slot, t := range b.terms {
		v := vectors.Vector(t)
		if v == nil {
			continue
		}
		l.known[slot] = true
		l.count++
		length := math.Sqrt(dot(v, v))
		for i, x := range v {
			l.units[slot][i] = x / length
			l.sum[i] += x / length
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
		for slot := 0; slot < len(l.units); slot += 4 {
			u := l.units[slot : slot+4]
			squares, a, b, c, d := dots(v, u[0], u[1], u[2], u[3])
			length := math.Sqrt(squares)
			for i, product := range [4]float64{a, b, c, d} {
				if slot+i < len(l.known) && l.known[slot+i] {
					use(slot+i, product/length)
				}
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

// total is the sum and the number of what to gives; a sum of cosines is one product with the sum of the unit vectors.
func (l *likeness) total(t uint32) (sum float64, pairs int) {
	if l.vectors == nil {
		l.to(t, func(_ int, sim float64) { sum, pairs = sum+sim, pairs+1 })
		return sum, pairs
	}
	v := l.vectors.Vector(t)
	if v == nil {
		return 0, 0
	}
	return dot(v, l.sum) / math.Sqrt(dot(v, v)), l.count
}

// nearestWords notes, for each query term and document, how many of the document's distinct terms have a similarity to it,
// and the one most like it.
func (t *told) nearestWords() {
	like := t.likeness()
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
			like.to(term, func(slot int, sim float64) {
				b := &found[slot]
				if b.pairs++; b.pairs == 1 || sim > b.sim {
					b.term, b.sim = term, sim
				}
			})
		}
		for slot, b := range found {
			if b.pairs > 0 {
				t.fact("%s: %d terms have a similarity to %s, the highest is that of %s, %s", t.name(d), b.pairs, t.term(slot), t.of.Word(b.term), decimal(b.sim))
			}
		}
	}
}

// similarities notes the similarities of the distinct query terms to each other.
func (t *told) similarities() {
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
