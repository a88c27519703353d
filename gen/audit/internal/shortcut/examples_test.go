package shortcut

import (
	"math"
	"testing"
)

// TestLogits compares with scikit-learn 1.9.1: LogisticRegression(C=1, fit_intercept=False, tol=1e-12) on the examples of the other folds whose
// sign is not 0, with columns divided by the root of their mean square there.
func TestLogits(t *testing.T) {
	want := []float64{-0.630707, 1.129151, 0.021934, 1.657657, 0.998036, -0.974456, 1.488933, 0.293286, -1.396441, 1.221248, -0.348103,
		-0.973840, 1.469278, 0.372033, 2.220131, 0.726048, -0.536669, 1.956398, -0.341789, -1.224875, 0.620767, -0.605452, -1.020433, 0.582442,
		0.096146, 2.388871, 1.260004, -0.002424, 1.399128, -0.084440}
	var features []float32
	signs, groups := make([]int8, len(want)), make([]uint32, len(want))
	for i := range want {
		features = append(features, 1, float32(i*7%11)/10, float32(i*i%13)/12)
		groups[i] = uint32(i / 2)
		switch {
		case i%10 == 0:
		case i*7%11+i*5%7 > 8:
			signs[i] = 1
		default:
			signs[i] = -1
		}
	}
	for i, logit := range Logits(features, signs, groups) {
		if math.Abs(logit-want[i]) > 2e-5 {
			t.Errorf("example %d: %.6f, want %.6f", i, logit, want[i])
		}
	}
}
