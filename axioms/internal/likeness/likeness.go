// Package likeness asks for the similarities of a collection's terms to those of a query.
package likeness

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/vector"
)

// Source is axioms.Similarity.
type Source interface {
	Sim(a, b uint32) (sim float64, ok bool)
}

// Vectors is axioms.Vectors.
type Vectors interface {
	Source
	Dim() int
	Vector(term uint32) []float64
}

// Screened are word vectors that are there in single precision, too, and scaled to length 1.
type Screened interface {
	Vectors
	// Screens says whether every vector has a length that its numbers can be divided by.
	Screens() bool
	// Single gives a term's vector; nil when it has none.
	Single(term uint32) []float32
}

// screen is what Near asks.
type screen struct {
	of      Screened
	columns [][]float32 // eight slots in each, as vector.Largest takes them; a slot without a vector repeats another one
	dim     int
	margin  float32
}

// Query gives the similarities of terms to the query's terms. For word vectors the query's are scaled to length 1 once.
type Query struct {
	terms   []uint32
	source  Source
	vectors Vectors     // the source, where it is one
	units   [][]float64 // eight slots in each, as vector.Products takes them; zeros for a term without vector and behind the last
	known   []bool      // by slot: the term has a vector
	sum     []float64   // of units
	count   int         // of known terms
	screen  *screen     // nil where vectors have none
}

// Of reads a query; without a source, nil, nothing has a similarity to it.
func Of(terms []uint32, source Source) *Query {
	l := &Query{terms: terms, source: source}
	vectors, ok := l.source.(Vectors)
	if !ok {
		return l
	}
	dim := vectors.Dim()
	l.vectors, l.units, l.known, l.sum = vectors, make([][]float64, (len(terms)+7)/8), make([]bool, len(terms)), make([]float64, dim)
	for i := range l.units {
		l.units[i] = make([]float64, 8*dim)
	}
	for slot, t := range terms {
		v := vectors.Vector(t)
		if v == nil {
			continue
		}
		l.known[slot] = true
		l.count++
		length := math.Sqrt(vector.Dot(v, v))
		for i, x := range v {
			l.units[slot/8][8*i+slot%8] = x / length
			l.sum[i] += x / length
		}
	}
	if of, ok := vectors.(Screened); ok && vector.Singles && l.count > 0 && of.Screens() {
		l.screen = &screen{of: of, dim: dim, margin: vector.SinglesOff(dim)}
		l.screen.read(terms, l.known)
	}
	return l
}

// read fills the columns with the vectors of query terms.
func (s *screen) read(terms []uint32, known []bool) {
	s.columns = make([][]float32, (len(terms)+7)/8)
	any := s.of.Single(terms[slices.Index(known, true)])
	for i := range s.columns {
		s.columns[i] = make([]float32, vector.Pairs(s.dim))
		for k := range 8 {
			v := any
			if slot := 8*i + k; slot < len(terms) && known[slot] {
				v = s.of.Single(terms[slot])
			}
			for j, x := range v {
				s.columns[i][vector.Pair(j, k)] = x
			}
		}
	}
}

// To calls use for each query term that has a similarity to t.
func (l *Query) To(t uint32, use func(slot int, sim float64)) {
	switch {
	case l.vectors != nil:
		v := l.vectors.Vector(t)
		if v == nil {
			return
		}
		for i, units := range l.units {
			var eight [8]float64
			length := math.Sqrt(vector.Products(v, units, &eight))
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

// Near appends about the highest similarity of each term to a query term, off by less than margin; minus infinity for a term without any.
// ok is false where that is no faster than to ask To, and nothing is appended.
func (l *Query) Near(terms []uint32, to []float32) (near []float32, margin float32, ok bool) {
	if l.screen == nil {
		return to, 0, false
	}
	var some batch
	for _, t := range terms {
		to = append(to, float32(math.Inf(-1)))
		if v := l.screen.of.Single(t); len(v) > 0 {
			if some.add(&v[0], len(to)-1); some.n == len(some.vectors) {
				l.screen.largest(&some, to)
			}
		}
	}
	if some.n > 0 {
		for some.n%4 != 0 {
			some.add(some.vectors[0], int(some.places[0]))
		}
		l.screen.largest(&some, to)
	}
	return to, l.screen.margin, true
}

// batch are vectors that are multiplied together, and where their largest products belong.
type batch struct {
	vectors [64]*float32
	places  [64]int32
	n       int
}

func (b *batch) add(v *float32, place int) {
	b.vectors[b.n], b.places[b.n] = v, int32(place)
	b.n++
}

// largest raises the places of a batch, fours of them, to the largest inner product with a query term, and empties it.
func (s *screen) largest(b *batch, to []float32) {
	for _, columns := range s.columns {
		var largest [len(b.vectors)]float32
		vector.Largest(b.vectors[:b.n], s.dim, columns, largest[:])
		for k, place := range b.places[:b.n] {
			to[place] = max(to[place], largest[k])
		}
	}
	b.n = 0
}

// Total is the sum and the number of what To gives; a sum of cosines is one product with the sum of the unit vectors.
func (l *Query) Total(t uint32) (sum float64, pairs int) {
	if l.vectors == nil {
		l.To(t, func(_ int, sim float64) { sum, pairs = sum+sim, pairs+1 })
		return sum, pairs
	}
	v := l.vectors.Vector(t)
	if v == nil {
		return 0, 0
	}
	return vector.Dot(v, l.sum) / math.Sqrt(vector.Dot(v, v)), l.count
}
