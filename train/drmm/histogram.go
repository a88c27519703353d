package drmm

import (
	"math"

	"github.com/axiomine/axiomine/axioms"
)

const (
	// Bins is the number of bins of a histogram: 29 for cosines from -1 to 1 and one for occurrences of the term itself.
	Bins     = 30
	exactBin = Bins - 1
	simBins  = Bins - 1
)

// noVectors has a vector for no term.
type noVectors struct{}

func (noVectors) Sim(uint32, uint32) (float64, bool) { return 0, false }
func (noVectors) Dim() int                           { return 1 }
func (noVectors) Vector(uint32) []float64            { return nil }

// nonNil returns the vectors, or noVectors for nil.
func nonNil(vectors axioms.Vectors) axioms.Vectors {
	if vectors == nil {
		return noVectors{}
	}
	return vectors
}

// bin returns the bin of a cosine. Rounding may have put the cosine a little outside -1 to 1.
func bin(sim float64) int { return min(simBins-1, max(0, int(math.Floor(position(sim))))) }

// position returns a cosine's place on the axis of the bins, from 0 to simBins.
func position(sim float64) float64 { return float64((sim + 1) / 2 * simBins) }

// value returns the histogram's value for a count that is not 0. total is the sum of the row.
func (m Mode) value(count, total float64) float64 {
	switch m {
	case NH:
		return count / total
	case LCH:
		return math.Log1p(count)
	}
	return count
}
