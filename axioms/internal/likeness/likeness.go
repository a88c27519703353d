// Package likeness computes the similarities of a collection's terms to those of a query.
package likeness

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/vector"
)

// Source is axioms.Similarity, a source of similarities.
type Source interface {
	Sim(a, b uint32) (sim float64, ok bool)
}

// Vectors is axioms.Vectors, a source with word vectors.
type Vectors interface {
	Source
	Dim() int
	Vector(term uint32) []float64
}

// SingleVectors are word vectors that exist in single precision too, scaled to length 1.
type SingleVectors interface {
	Vectors
	// Screens reports whether every vector has a length that its numbers can be divided by.
	Screens() bool
	// Single returns a term's vector; nil when it has none.
	Single(term uint32) []float32
}

// screen holds the query's vectors in single precision, for Near.
type screen struct {
	singles SingleVectors
	columns [][]float32 // eight slots in each, as vector.Largest takes them; a slot without a vector repeats another slot's
	dim     int
	margin  float32
}

// Query computes the similarities of terms to the query's terms. Word vectors of the query are
// scaled to length 1 once.
type Query struct {
	terms     []uint32
	source    Source
	vectors   Vectors     // the source, where it is one
	units     [][]float64 // eight slots in each, as vector.Products takes them; zeros for a term without vector and after the last
	hasVector []bool      // by slot
	sum       []float64   // of units
	count     int         // of terms with a vector
	screen    *screen     // nil where vectors have no single precision
}

// NewQuery reads a query. Without a source, nil, nothing has a similarity to it.
func NewQuery(terms []uint32, source Source) *Query {
	l := &Query{terms: terms, source: source}
	vectors, ok := l.source.(Vectors)
	if !ok {
		return l
	}
	dim := vectors.Dim()
	l.vectors, l.units, l.hasVector, l.sum = vectors, make([][]float64, (len(terms)+7)/8), make([]bool, len(terms)), make([]float64, dim)
	for i := range l.units {
		l.units[i] = make([]float64, 8*dim)
	}
	for slot, t := range terms {
		v := vectors.Vector(t)
		if v == nil {
			continue
		}
		l.hasVector[slot] = true
		l.count++
		length := math.Sqrt(vector.Dot(v, v))
		for i, x := range v {
			l.units[slot/8][8*i+slot%8] = x / length
			l.sum[i] += x / length
		}
	}
	if fast, ok := vectors.(SingleVectors); ok && vector.Singles && l.count > 0 && fast.Screens() {
		l.screen = &screen{singles: fast, dim: dim, margin: vector.SinglesOff(dim)}
		l.screen.read(terms, l.hasVector)
	}
	return l
}

// read fills the columns with the vectors of query terms.
func (s *screen) read(terms []uint32, hasVector []bool) {
	s.columns = make([][]float32, (len(terms)+7)/8)
	filler := s.singles.Single(terms[slices.Index(hasVector, true)])
	for i := range s.columns {
		s.columns[i] = make([]float32, vector.Pairs(s.dim))
		for k := range 8 {
			v := filler
			if slot := 8*i + k; slot < len(terms) && hasVector[slot] {
				v = s.singles.Single(terms[slot])
			}
			for j, x := range v {
				s.columns[i][vector.Pair(j, k)] = x
			}
		}
	}
}

// VisitSimilar calls use for each query term that has a similarity to t.
func (l *Query) VisitSimilar(t uint32, use func(slot int, sim float64)) {
	switch {
	case l.vectors != nil:
		v := l.vectors.Vector(t)
		if v == nil {
			return
		}
		for i, units := range l.units {
			var eight [8]float64
			length := math.Sqrt(vector.Products(v, units, &eight))
			for k, ok := range l.hasVector[8*i : min(8*i+8, len(l.hasVector))] {
				if ok {
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

// Near appends about the highest similarity of each term to a query term, off by less than margin,
// and minus infinity for a term without any. ok is false, and nothing is appended, where Near is no
// faster than VisitSimilar.
func (l *Query) Near(terms []uint32, list []float32) (all []float32, margin float32, ok bool) {
	if l.screen == nil {
		return list, 0, false
	}
	var pending batch
	for _, t := range terms {
		list = append(list, float32(math.Inf(-1)))
		if v := l.screen.singles.Single(t); len(v) > 0 {
			if pending.add(&v[0], len(list)-1); pending.n == len(pending.vectors) {
				l.screen.largest(&pending, list)
			}
		}
	}
	if pending.n > 0 {
		for pending.n%4 != 0 {
			pending.add(pending.vectors[0], int(pending.indexes[0]))
		}
		l.screen.largest(&pending, list)
	}
	return list, l.screen.margin, true
}

// batch holds vectors that are multiplied together, and the indexes of their largest products.
type batch struct {
	vectors [64]*float32
	indexes [64]int32
	n       int
}

func (b *batch) add(v *float32, index int) {
	b.vectors[b.n], b.indexes[b.n] = v, int32(index)
	b.n++
}

// largest raises the numbers of a batch, a multiple of four, to the largest inner product with a
// query term, and empties the batch.
func (s *screen) largest(b *batch, list []float32) {
	for _, columns := range s.columns {
		var largest [len(b.vectors)]float32
		vector.Largest(b.vectors[:b.n], s.dim, columns, largest[:])
		for k, index := range b.indexes[:b.n] {
			list[index] = max(list[index], largest[k])
		}
	}
	b.n = 0
}

// Total returns the sum and the number of the similarities that VisitSimilar yields. A sum of cosines is one
// product with the sum of the unit vectors.
func (l *Query) Total(t uint32) (sum float64, pairs int) {
	if l.vectors == nil {
		l.VisitSimilar(t, func(_ int, sim float64) { sum, pairs = sum+sim, pairs+1 })
		return sum, pairs
	}
	v := l.vectors.Vector(t)
	if v == nil {
		return 0, 0
	}
	return vector.Dot(v, l.sum) / math.Sqrt(vector.Dot(v, v)), l.count
}
