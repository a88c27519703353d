package mix

import (
	_ "embed" // of the fitted numbers
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Predictor predicts the weight of the second of two runs from means of features of their queries: a ridge regression of how a
// query's average precision changes with the weight. `make fit-mix` fits it.
type Predictor struct {
	Features []string   `json:"features"`
	Mean     []float64  `json:"mean"`      // of each feature, over queries, every collection counting the same
	Spread   []float64  `json:"deviation"` // likewise
	Least    []float64  `json:"least"`     // the least mean of each feature over a collection's queries
	Most     []float64  `json:"most"`
	Linear   []float64  `json:"linear"`  // of the weight: a constant, then one coefficient for each feature
	Squared  []float64  `json:"squared"` // of the weight's square, likewise
	HeldOut  []HeldOut  `json:"held_out"`
	Summary  Comparison `json:"summary"`
}

// HeldOut is what a predictor fitted on the other collections did on one.
type HeldOut struct {
	Collection string  `json:"collection"`
	Encoder    string  `json:"encoder"`
	Queries    int     `json:"queries"`
	Weight     float64 `json:"weight"` // that was predicted
	First      float64 `json:"first"`  // mean average precision of the first run alone
	Second     float64 `json:"second"`
	Usual      float64 `json:"usual"` // of the mixture with the weight Usual
	Auto       float64 `json:"auto"`  // with the predicted weight
	Best       float64 `json:"best"`  // with the weight that is best on these judgements
}

// Comparison counts on how many held-out collections the predicted weight did better than the usual one.
type Comparison struct {
	Collections int     `json:"collections"`
	Up          int     `json:"up"`
	Down        int     `json:"down"`
	Mean        float64 `json:"mean"` // difference of mean average precision
	P           float64 `json:"p"`    // paired t-test over them
}

//go:embed predictor.json
var fitted []byte

// ShippedPredictor returns the fitted predictor.
func ShippedPredictor() (*Predictor, error) {
	var p Predictor
	if err := json.Unmarshal(fitted, &p); err != nil {
		return nil, fmt.Errorf("predictor.json: %w", err)
	}
	isOf := func(n int, lists ...[]float64) bool {
		return !slices.ContainsFunc(lists, func(list []float64) bool { return len(list) != n })
	}
	if n := len(FeatureNames); !isOf(n, p.Mean, p.Spread, p.Least, p.Most) || !isOf(n+1, p.Linear, p.Squared) {
		return nil, fmt.Errorf("predictor.json: it is of other features; run make fit-mix")
	}
	return &p, nil
}

// Weight returns the predicted weight of the second run, in steps of .05, from the means of the features.
func (p *Predictor) Weight(mean []float64) float64 {
	linear, squared := p.Linear[0], p.Squared[0]
	for k, v := range mean {
		z := 0.0
		if p.Spread[k] > 0 {
			z = (min(max(v, p.Least[k]), p.Most[k]) - p.Mean[k]) / p.Spread[k]
		}
		linear += float64(p.Linear[k+1] * z)
		squared += float64(p.Squared[k+1] * z)
	}
	best, bestGain := Usual, math.Inf(-1)
	for _, w := range Grid(2) {
		gain := float64(linear*w[1]) + float64(squared*w[1]*w[1])
		if gain > bestGain || gain == bestGain && math.Abs(w[1]-Usual) < math.Abs(best-Usual) {
			best, bestGain = w[1], gain
		}
	}
	return best
}

// Outside returns the first feature whose mean lies far from what the predictor was fitted on: more than half of the range away
// from its ends.
func (p *Predictor) Outside(mean []float64) string {
	for k, v := range mean {
		if room := float64((p.Most[k] - p.Least[k]) / 2); v < p.Least[k]-room || v > p.Most[k]+room {
			return FeatureNames[k]
		}
	}
	return ""
}
