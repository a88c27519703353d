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

// querySimilarity gives the similarities of terms to the query's terms. For word vectors the query's are scaled to length 1 once.
type querySimilarity struct {
	terms   []uint32
	source  Similarity
	vectors Vectors     // the source, where it is one
	units   [][]float64 // eight slots in each, as products takes them; zeros for a term without vector and behind the last
	known   []bool      // by slot: the term has a vector
	sum     []float64   // of units
	count   int         // of known terms
}

func (b *binding) querySimilarity() *querySimilarity {
	l := &querySimilarity{terms: b.terms, source: b.source()}
	vectors, ok := l.source.(Vectors)
	if !ok {
		return l
	}
	dim := vectors.Dim()
	l.vectors, l.units, l.known, l.sum = vectors, make([][]float64, (len(b.terms)+7)/8), make([]bool, len(b.terms)), make([]float64, dim)
	for i := range l.units {
		l.units[i] = make([]float64, 8*dim)
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
			l.units[slot/8][8*i+slot%8] = x / length
			l.sum[i] += x / length
		}
	}
	return l
}

// to calls use for each query term that has a similarity to t.
func (l *querySimilarity) to(t uint32, use func(slot int, sim float64)) {
	switch {
	case l.vectors != nil:
		v := l.vectors.Vector(t)
		if v == nil {
			return
		}
		for i, units := range l.units {
			var eight [8]float64
			var squares float64
			if vectors && len(v) > 0 {
				squares = productsEight(&v[0], len(v), &units[0], &eight)
			} else {
				squares = products(v, units, &eight)
			}
			length := math.Sqrt(squares)
			for k, known := range l.known[8*i : min(8*i+8, len(l.known))] {
				if known {
					use(8*i+k, eight[k]/length)
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

// likeness is a term's highest similarity to a query term, if it has one to any.
type likeness struct {
	any  bool
	best float64
}

// highest appends the likeness of each term. Its plain definition is plainHighest.
func (l *querySimilarity) highest(terms []uint32, to []likeness) []likeness {
	if !vectors || l.vectors == nil || l.vectors.Dim() == 0 {
		return l.plainHighest(terms, to)
	}
	var four [4]*float64
	var at [4]int // their places in to
	n := 0
	for _, t := range terms {
		to = append(to, likeness{})
		v := l.vectors.Vector(t)
		if v == nil {
			continue
		}
		four[n], at[n] = &v[0], len(to)-1
		if n++; n == len(four) {
			l.highestOfFour(&four, &at, to)
			n = 0
		}
	}
	if n > 0 {
		for k := n; k < len(four); k++ {
			four[k], at[k] = four[0], at[0]
		}
		l.highestOfFour(&four, &at, to)
	}
	return to
}

// plainHighest asks for the similarities of one term after the other.
func (l *querySimilarity) plainHighest(terms []uint32, to []likeness) []likeness {
	for _, t := range terms {
		var of likeness
		l.to(t, func(_ int, sim float64) {
			if !of.any || sim > of.best {
				of = likeness{true, sim}
			}
		})
		to = append(to, of)
	}
	return to
}

// highestOfFour sets four places to the likeness of four vectors, which may repeat each other.
func (l *querySimilarity) highestOfFour(v *[4]*float64, at *[4]int, to []likeness) {
	for i, units := range l.units {
		var eight [4][8]float64
		var squares [4]float64
		productsFour(v, l.vectors.Dim(), &units[0], &eight, &squares)
		known := l.known[8*i : min(8*i+8, len(l.known))]
		for k := range eight {
			highest, any := math.Inf(-1), false
			for slot, known := range known {
				if known && (!any || eight[k][slot] > highest) {
					highest, any = eight[k][slot], true
				}
			}
			// The length is the same for all, and rounding keeps their order.
			if of, sim := &to[at[k]], highest/math.Sqrt(squares[k]); any && (!of.any || sim > of.best) {
				*of = likeness{true, sim}
			}
		}
	}
}

// total is the sum and the number of what to gives; a sum of cosines is one product with the sum of the unit vectors.
func (l *querySimilarity) total(t uint32) (sum float64, pairs int) {
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
			like.to(term, func(slot int, sim float64) {
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
