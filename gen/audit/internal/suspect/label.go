package suspect

import (
	_ "embed"
	"math"
	"slices"
)

// positivesFile has the weights and how they were fitted; .ci/fit_noise.py writes it.
//
//go:embed positives.json
var positivesFile []byte

// ScorePositives sets the scores of the positives that were compared with enough negatives, and counts these. It scores none in a set with
// few positives, whose words have no weights.
func (s *Suspects) ScorePositives() {
	for i := range s.Positives {
		s.Positives[i].Score = float32(math.NaN())
	}
	if len(s.Positives) < leastPositives {
		return
	}
	models := readModels(positivesFile)
	for i, part := range s.positiveRuns.divide(len(s.Positives)) {
		part = slices.DeleteFunc(part, func(n uint32) bool { return s.Positives[n].Negatives < leastNegatives })
		s.ScoredPositives += len(part)
		for n, logit := range models[modelNames[i]].logits(PositiveNames[:], len(part), func(n, feature int) float32 {
			return s.positiveFeature(int(part[n]), feature)
		}) {
			s.Positives[part[n]].Score = float32(logit)
		}
	}
}
