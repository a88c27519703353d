package record

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/train/eval"
)

// mixture returns alpha z(first stage) + (1 - alpha) z(model) of standardised scores. z is computed
// over a query's candidates.
func mixture(first, model []float64, alpha float64) []float64 {
	out := make([]float64, len(first))
	for i := range out {
		out[i] = float64(alpha*first[i]) + float64((1-alpha)*model[i])
	}
	return out
}

// zScores returns (x - mean) / standard deviation, or zeros where all values are equal. A missing
// score counts as the lowest.
func zScores(x []float64) []float64 {
	out := slices.Clone(x)
	low := math.Inf(1)
	for _, v := range x {
		if !math.IsInf(v, 0) {
			low = min(low, v)
		}
	}
	for i, v := range out {
		if math.IsInf(v, -1) {
			out[i] = low
		}
	}
	out = numeral.Scaled(out)
	mean := eval.Mean(out)
	variance := 0.0
	for _, v := range out {
		variance += float64((v - mean) * (v - mean))
	}
	sd := math.Sqrt(variance / float64(max(len(out), 1)))
	for i := range out {
		if sd > 0 {
			out[i] = (out[i] - mean) / sd
		} else {
			out[i] = 0
		}
	}
	return out
}
