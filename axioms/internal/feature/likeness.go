package feature

import "math"

// Similarity is a source of similarities. ok is false for a pair without one, such as a term without a vector.
type Similarity interface {
	Sim(a, b uint32) (sim float64, ok bool)
}

// Vectors is a similarity source that also returns the vectors themselves. Sim is their cosine.
type Vectors interface {
	Similarity
	Dim() int
	Vector(term uint32) []float64 // Dim values; nil if the term has no vector or a zero vector. Callers must not change it.
}

// Likeness computes the similarities of terms to the query's terms. Word vectors of the query are scaled to length 1 once.
type Likeness struct {
	terms   []uint32
	source  Similarity
	vectors Vectors     // the source as Vectors; nil if it has no vectors
	units   [][]float64 // for each slot: the unit vector of the term; nil for a term without a vector
	sum     []float64   // the sum of units
	count   int         // the number of terms with a vector
}

// NewLikeness returns the Likeness of a query's terms. If source is nil, no term has a similarity to them.
func NewLikeness(terms []uint32, source Similarity) *Likeness {
	l := &Likeness{terms: terms, source: source}
	vectors, ok := l.source.(Vectors)
	if !ok {
		return l
	}
	dim := vectors.Dim()
	l.vectors, l.units, l.sum = vectors, make([][]float64, len(terms)), make([]float64, dim)
	for slot, t := range terms {
		v := vectors.Vector(t)
		if v == nil {
			continue
		}
		l.count++
		length, unit := math.Sqrt(Dot(v, v)), make([]float64, dim)
		for i, x := range v {
			unit[i] = x / length
			l.sum[i] += x / length
		}
		l.units[slot] = unit
	}
	return l
}

// VisitSimilar calls use for each query term that has a similarity to t. slot is the query term's index.
func (l *Likeness) VisitSimilar(t uint32, use func(slot int, sim float64)) {
	switch {
	case l.vectors != nil:
		v := l.vectors.Vector(t)
		if v == nil {
			return
		}
		length := math.Sqrt(Dot(v, v))
		for slot, unit := range l.units {
			if unit != nil {
				use(slot, Dot(v, unit)/length)
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

// Total returns the sum and the number of the similarities that VisitSimilar yields. A sum of cosines is one
// product with the sum of the unit vectors.
func (l *Likeness) Total(t uint32) (sum float64, pairs int) {
	if l.vectors == nil {
		l.VisitSimilar(t, func(_ int, sim float64) { sum, pairs = sum+sim, pairs+1 })
		return sum, pairs
	}
	v := l.vectors.Vector(t)
	if v == nil {
		return 0, 0
	}
	return Dot(v, l.sum) / math.Sqrt(Dot(v, v)), l.count
}

// Closest finds the most similar pairs of a query term and another term in documents. A word's
// similarities are computed once for all documents.
type Closest struct {
	query   *Likeness
	equal   func(a, b float64) bool
	words   *Words
	similar [][]similar // for the number of each word: its similarities to query terms
	pairs   []Pair      // the memory that the pairs of all documents share
}

// Pair is a query term and another term whose similarity is the highest in a document.
type Pair struct {
	Slot  int // the index of the query term
	Term  uint32
	Count int32 // the number of occurrences of Term in the document
}

// Highest holds the highest similarity in a document, minus infinity if there is none, and its pairs.
type Highest struct {
	Best  float64
	Pairs []Pair
}

// similar is a query term's slot with its similarity to a word.
type similar struct {
	slot int
	sim  float64
}

// NewClosest returns a Closest for a query. equal reports whether two similarities count as the same.
func NewClosest(query *Likeness, equal func(a, b float64) bool) *Closest {
	return &Closest{query: query, equal: equal, words: NewWords(query.terms)}
}

// Find calls use with the pairs of each of n documents. The pairs are valid until the next call of Find.
func (c *Closest) Find(n int, tokens func(i int) []uint32, use func(i int, h Highest)) {
	distinct := c.words.Documents(n, tokens)
	for _, word := range c.words.Terms()[len(c.similar):] {
		var list []similar
		c.query.VisitSimilar(word, func(slot int, sim float64) { list = append(list, similar{slot, sim}) })
		c.similar = append(c.similar, list)
	}
	c.pairs = c.pairs[:0]
	for i := range n {
		use(i, c.highest(tokens(i), distinct[i]))
	}
}

// highest returns the pairs of a document. distinct holds the numbers of its words, each once.
func (c *Closest) highest(tokens []uint32, distinct []int32) Highest {
	h, first := Highest{Best: math.Inf(-1)}, len(c.pairs)
	for _, n := range distinct {
		for _, s := range c.similar[n] {
			h.Best = max(h.Best, s.sim)
		}
	}
	for _, n := range distinct {
		for _, s := range c.similar[n] {
			if c.equal(s.sim, h.Best) {
				word := c.words.Terms()[n]
				c.pairs = append(c.pairs, Pair{s.slot, word, occurrences(word, tokens)})
			}
		}
	}
	h.Pairs = c.pairs[first:len(c.pairs):len(c.pairs)]
	return h
}

func occurrences(term uint32, tokens []uint32) (n int32) {
	for _, t := range tokens {
		if t == term {
			n++
		}
	}
	return n
}
