package axioms

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/vector"
)

// centroid is a document under the semantic axioms of Câmara and Hauff (2020): its counts, and
// v(d), the mean vector of its tokens that are no query terms.
type centroid struct {
	counts
	defined bool
	unit    []float64 // v(d), scaled to length 1
	toQuery float64   // cos(v(d), v(q)), where both are defined
}

// centroids computes them for the candidates of one query.
type centroids struct {
	bag       *bag
	vectors   Vectors
	defined   bool      // v(q) is defined
	query     []float64 // v(q), the mean vector of the query's tokens, scaled to length 1
	docCounts []counts
}

func (b *binding) centroids() *centroids {
	m := &centroids{bag: b.bag, vectors: b.Vectors}
	if m.vectors != nil {
		m.query = make([]float64, m.vectors.Dim())
		m.defined = m.mean(b.tokens, m.query, func(uint32) bool { return true })
	}
	return m
}

func (m *centroids) features(docs []Doc, old []centroid) []centroid {
	m.docCounts = m.bag.count(docs, m.docCounts)
	list := slices.Grow(old[:0], len(docs))
	if m.vectors == nil {
		for i := range docs {
			list = append(list, centroid{counts: m.docCounts[i]})
		}
		return list
	}
	dim := m.vectors.Dim()
	cells := make([]float64, dim*len(docs))
	for i, d := range docs {
		x := centroid{counts: m.docCounts[i], unit: cells[:dim:dim]}
		cells = cells[dim:]
		x.defined = m.mean(d.Terms, x.unit, func(t uint32) bool { return m.bag.slot(t) < 0 })
		if x.defined && m.defined {
			x.toQuery = vector.Dot(x.unit, m.query)
		}
		list = append(list, x)
	}
	return list
}

// mean sets out, which is all zero, to the mean vector of the tokens that keep accepts, scaled to
// length 1. It returns false where no token has a vector or the mean's length is at most 1e-12.
func (m *centroids) mean(tokens []uint32, out []float64, keep func(uint32) bool) (ok bool) {
	n := 0
	for _, t := range tokens {
		if !keep(t) {
			continue
		}
		if v := m.vectors.Vector(t); v != nil {
			n++
			vector.Add(out, v)
		}
	}
	length := math.Sqrt(vector.Dot(out, out))
	if n == 0 || length/float64(n) <= 1e-12 {
		return false
	}
	for i := range out {
		out[i] /= length
	}
	return true
}

// requireCentroids adds the preconditions that both documents hold as many distinct query terms, or
// occurrences of query terms, and that the mean vectors of the documents and the query are defined.
// It returns the documents' features.
func requireCentroids(t *trace, byOccurrences bool) []centroid {
	docs := featuresOf[centroid](t)
	if x, y := &docs[0], &docs[1]; byOccurrences {
		t.require(x.sum == y.sum, "occurrences of query terms: %d = %d", x.sum, y.sum)
	} else {
		t.require(x.numDistinct == y.numDistinct, "distinct query terms held: %d = %d", x.numDistinct, y.numDistinct)
	}
	for d := range docs {
		t.need(docs[d].defined, "the mean vector of %s's words outside the query is defined", t.name(d))
	}
	t.need(t.centroids().defined, "the mean vector of the query is defined")
	return docs
}
