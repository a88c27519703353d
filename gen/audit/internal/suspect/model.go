package suspect

import (
	"encoding/json"
	"math"
	"slices"
)

// model is a logistic regression of features that are standardised over the documents that it scores: neither the scale of a run counts
// nor how long the texts of a set are.
type model struct {
	Features []string  `json:"features"`
	Weights  []float64 `json:"weights"`
	Bias     float64   `json:"bias"`
}

// logits returns the logits of n documents: the higher, the likelier a document is what is looked for. feature returns a feature of
// a document, by its place among names.
func (m model) logits(names []string, n int, feature func(document, place int) float32) []float64 {
	logits := make([]float64, n)
	for i := range logits {
		logits[i] = m.Bias
	}
	for number, name := range m.Features {
		place := slices.Index(names, name)
		value := func(i int) float64 { return float64(feature(i, place)) }
		mean, deviation := moments(n, value)
		for i := range logits {
			logits[i] += float64(m.Weights[number] * standardise(value(i), mean, deviation))
		}
	}
	return logits
}

// moments returns the mean and the standard deviation of n values.
func moments(n int, value func(i int) float64) (mean, deviation float64) {
	square := 0.0
	for i := range n {
		mean += value(i)
	}
	mean /= float64(n)
	for i := range n {
		d := value(i) - mean
		square += float64(d * d)
	}
	return mean, math.Sqrt(square / float64(n))
}

// limitZ bounds standardised values.
const limitZ = 4

// standardise returns a value in standard deviations above a mean; 0 where all values are equal.
func standardise(value, mean, deviation float64) float64 {
	if deviation < 1e-9 {
		return 0
	}
	return max(-limitZ, min(limitZ, (value-mean)/deviation))
}

// modelNames are the names of the regressions: for documents that are judged by their texts alone, and by a run too.
var modelNames = [2]string{"text", "run"}

func readModels(file []byte) map[string]model {
	var w struct{ Models map[string]model }
	if err := json.Unmarshal(file, &w); err != nil {
		panic(err)
	}
	return w.Models
}
