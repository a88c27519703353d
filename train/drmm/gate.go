package drmm

import (
	"github.com/axiomine/axiomine/axioms"

	"github.com/axiomine/axiomine/axioms/weighting"
)

// gateInput appends what the term gate sees of a query: each token's IDF, or its vector, zeros where it has none.
func (g Gating) gateInput(to []float64, query []uint32, stats weighting.Stats, vectors axioms.Vectors) []float64 {
	for _, t := range query {
		if g == IDF {
			to = append(to, weighting.IDF(stats.NumDocs(), stats.DocFreq(t)))
			continue
		}
		if v := vectors.Vector(t); v != nil {
			to = append(to, v...)
		} else {
			to = append(to, make([]float64, vectors.Dim())...)
		}
	}
	return to
}

// width is the number of gate values of a term.
func (g Gating) width(vectors axioms.Vectors) int {
	if g == IDF {
		return 1
	}
	return vectors.Dim()
}
