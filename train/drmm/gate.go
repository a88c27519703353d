package drmm

import (
	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
)

// gateInput appends the input of the term gate for a query to dst. IDF gating takes each token's IDF, TV gating its vector.
// A token without a vector gets zeros.
func (g Gating) gateInput(dst []float64, query []uint32, stats weighting.Stats, vectors axioms.Vectors) []float64 {
	for _, t := range query {
		if g == IDF {
			dst = append(dst, weighting.IDF(stats.NumDocs(), stats.DocFreq(t)))
			continue
		}
		if v := vectors.Vector(t); v != nil {
			dst = append(dst, v...)
		} else {
			dst = append(dst, make([]float64, vectors.Dim())...)
		}
	}
	return dst
}
