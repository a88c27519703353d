package suspect

import (
	_ "embed"
	"math"
)

// positivesFile has the weights and how they were fitted; .ci/fit_noise.py writes it.
//
//go:embed positives.json
var positivesFile []byte

// wrongShare is the share of positives that is taken to be wrong. It could not be estimated from a set: positives of one collection look as
// wrong ones of another do.
const wrongShare = 0.05

// ScorePositives sets the probabilities of the positives that were compared with enough negatives. It sets none in a set with few
// positives, whose words have no weights.
func (s *Suspects) ScorePositives() {
	var parts [2][]int // judged by their texts alone, and by a run too
	for i := range s.Positives {
		p := &s.Positives[i]
		if p.P = float32(math.NaN()); p.Negatives < leastNegatives || len(s.Positives) < leastPositives {
			continue
		}
		part := 0
		if s.positiveRuns.row(i).isKnown() {
			part = 1
		}
		parts[part] = append(parts[part], i)
	}
	prior, models := math.Log(wrongShare/(1-wrongShare)), readWeights(positivesFile).Models
	for i, name := range []string{"text", "run"} {
		m := models[name]
		logits := m.logits(PositiveNames[:], len(parts[i]), func(n, feature int) float32 { return s.positiveFeature(parts[i][n], feature) })
		for n, logit := range logits {
			s.Positives[parts[i][n]].P = float32(sigmoid(logit + prior))
		}
	}
}
