package suspect

import (
	_ "embed"
	"encoding/json"
	"math"
)

// positivesFile has the weights and how they were fitted; .ci/fit_noise.py writes it.
//
//go:embed positives.json
var positivesFile []byte

// labelModels are the logistic regressions by what is known, as models has them, and the share of positives that is taken to be wrong. It
// could not be estimated from a set: positives of one collection look as wrong ones of another do.
type labelModels struct {
	Share  float64          `json:"share"`
	Models map[string]model `json:"models"`
}

func readLabelModels() (l labelModels) {
	if err := json.Unmarshal(positivesFile, &l); err != nil {
		panic(err)
	}
	return l
}

// ScorePositives sets the probabilities of all positives that were compared with a negative. It sets none in a set with few positives,
// whose words have no weights.
func (s *Suspects) ScorePositives() {
	l := readLabelModels()
	prior := math.Log(l.Share / (1 - l.Share))
	for i := range s.Positives {
		p := &s.Positives[i]
		if p.P = float32(math.NaN()); p.Negatives == 0 || len(s.Positives) < leastPositives {
			continue
		}
		name := "text"
		if s.positiveRuns.row(i).isKnown() {
			name = s.runModel
		}
		m, features := l.Models[name], s.PositiveFeatures(i)
		p.P = float32(sigmoid(m.logit(PositiveNames[:], features[:]) + prior))
	}
}
