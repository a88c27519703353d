package shortcut

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestFlipped: labels drawn by their logits, of which a share is exchanged. No label is exchanged in the set that is told as clean.
func TestFlipped(t *testing.T) {
	for _, share := range []float64{0, 0.02, 0.1} {
		random := rand.New(rand.NewPCG(1, 2))
		logits, signs, isFlipped := make([]float64, 5000), make([]int8, 5000), make([]bool, 5000)
		for i := range logits {
			logits[i], signs[i] = 4*random.NormFloat64(), 1
			if random.Float64() > 1/(1+math.Exp(-1.5*logits[i])) {
				signs[i] = -1
			}
			if isFlipped[i] = random.Float64() < share; isFlipped[i] {
				signs[i] = -signs[i]
			}
		}
		p := Flipped(logits, signs)
		if (p == nil) != (share == 0) {
			t.Fatalf("of %v exchanged: %d probabilities", share, len(p))
		}
		sum, right, flagged := 0.0, 0, 0
		for i := range p {
			if sum += p[i]; p[i] >= 0.5 {
				flagged++
				if isFlipped[i] {
					right++
				}
			}
		}
		if n := 5000 * share; math.Abs(sum-n) > n/4 || float64(right) < 0.8*float64(flagged) || float64(right) < 0.6*n { // near a logit of 0 nobody can tell
			t.Errorf("of %v exchanged: the probabilities sum to %.0f, and %d of %d flagged are right", n, sum, right, flagged)
		}
	}
}
