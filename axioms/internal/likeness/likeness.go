// Package likeness asks for the similarities of a collection's terms to those of a query.
package likeness

import (
	"math"

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

// Query gives the similarities of terms to the query's terms. For word vectors the query's are scaled to length 1 once.
type Query struct {
	terms   []uint32
	source  Source
	vectors Vectors     // the source, where it is one
	units   [][]float64 // eight slots in each, as vector.Products takes them; zeros for a term without vector and behind the last
	known   []bool      // by slot: the term has a vector
	sum     []float64   // of units
	count   int         // of known terms
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
	return l
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

// Best is a term's highest similarity to a query term, if it has one to any.
type Best struct {
	Any bool
	Sim float64
}

// Highest appends the best of each term. Its plain definition is plainHighest.
func (l *Query) Highest(terms []uint32, to []Best) []Best {
	if l.vectors == nil {
		return l.plainHighest(terms, to)
	}
	var four [4][]float64
	var at [4]int // their places in to
	n := 0
	for _, t := range terms {
		to = append(to, Best{})
		v := l.vectors.Vector(t)
		if v == nil {
			continue
		}
		four[n], at[n] = v, len(to)-1
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
func (l *Query) plainHighest(terms []uint32, to []Best) []Best {
	for _, t := range terms {
		var of Best
		l.To(t, func(_ int, sim float64) {
			if !of.Any || sim > of.Sim {
				of = Best{true, sim}
			}
		})
		to = append(to, of)
	}
	return to
}

// highestOfFour sets four places to the best of four vectors, which may repeat each other.
func (l *Query) highestOfFour(v *[4][]float64, at *[4]int, to []Best) {
	for i, units := range l.units {
		var eight [4][8]float64
		var squares [4]float64
		vector.ProductsOfFour(v, units, &eight, &squares)
		known := l.known[8*i : min(8*i+8, len(l.known))]
		for k := range eight {
			highest, any := math.Inf(-1), false
			for slot, known := range known {
				if known && (!any || eight[k][slot] > highest) {
					highest, any = eight[k][slot], true
				}
			}
			// The length is the same for all, and rounding keeps their order.
			if of, sim := &to[at[k]], highest/math.Sqrt(squares[k]); any && (!of.Any || sim > of.Sim) {
				*of = Best{true, sim}
			}
		}
	}
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
