// Package likeness computes the similarities of a collection's terms to those of a query.
package likeness

import (
	"math"

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
	return l
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
