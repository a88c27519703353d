package shortcut

import (
	"math"
	"math/rand/v2"
	"testing"
)

// madeTable returns a table of so many rows whose features order three quarters of them right.
func madeTable(features, rows int) *table {
	random, t := rand.New(rand.NewPCG(3, 4)), &table{features: features}
	for i := range rows {
		sign := 1.0
		if i%4 == 0 {
			sign = -1
		}
		for range features {
			t.rows[i%folds] = append(t.rows[i%folds], float64(sign*math.Abs(random.NormFloat64()))+random.NormFloat64())
		}
	}
	return t
}

// TestFitIsTheLeastLoss: where the loss with its penalty is least, its slope is 0 in each weight, whatever weights the fit begins with.
func TestFitIsTheLeastLoss(t *testing.T) {
	made := madeTable(4, 500)
	made.rows[1] = append(made.rows[1], 0, 0, 0, 9) // a feature with an outlier
	for held := range folds + 1 {
		for _, weights := range [][]float64{make([]float64, 4), {.5, -.5, .2, .1}} {
			made.fit(held, weights)
			slopes, n := make([]float64, 4), 0.0
			squares := make([]float64, 4)
			for fold, rows := range made.rows {
				for ; fold != held && len(rows) > 0; rows = rows[4:] {
					n++
					for i := range weights {
						slopes[i] += float64(rows[i] / (1 + math.Exp(dot(weights, rows))))
						squares[i] += float64(rows[i] * rows[i])
					}
				}
			}
			for i, w := range weights {
				if slope := slopes[i] - float64(w*squares[i]/n); math.Abs(slope) > 1e-6 {
					t.Errorf("fold %d, weight %d is %.9f, where the slope is %g", held, i, w, slope)
				}
			}
		}
	}
}

// TestFitSign: the weight of one feature has the sign that it has beside a feature that is always 0, which Newton's method finds.
func TestFitSign(t *testing.T) {
	for _, turn := range []float64{1, -1} {
		one, two := madeTable(1, 60), &table{features: 2}
		for fold := range one.rows {
			for i := range one.rows[fold] {
				one.rows[fold][i] *= turn
				two.rows[fold] = append(two.rows[fold], one.rows[fold][i], 0)
			}
		}
		for held := range folds {
			sign, weights := make([]float64, 1), make([]float64, 2)
			one.fit(held, sign)
			two.fit(held, weights)
			if float64(sign[0]*weights[0]) <= 0 || weights[1] != 0 || one.right(held, sign) != two.right(held, weights) {
				t.Errorf("fold %d: the sign %g, the weights %g", held, sign, weights)
			}
		}
	}
}
