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

// logits returns the logits of n documents, in a set in which half of the documents are what is looked for. feature returns a feature of
// a document, by its place among names.
func (m *model) logits(names []string, n int, feature func(document, place int) float32) []float64 {
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

// weights are the regressions by what is known, text or run, and how the share of false negatives is estimated.
type weights struct {
	Models  map[string]model `json:"models"`
	Divisor float64          `json:"divisor"`
}

func readWeights(file []byte) (w weights) {
	if err := json.Unmarshal(file, &w); err != nil {
		panic(err)
	}
	return w
}

// shiftTo returns what has to be added to the logits so that the mean probability is a share.
func shiftTo(logits []float64, share float64) float64 {
	low, high := -30.0, 30.0
	for range 50 {
		middle, sum := float64((low+high)/2), 0.0
		for _, z := range logits {
			sum += sigmoid(z + middle)
		}
		if sum < share*float64(len(logits)) {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
