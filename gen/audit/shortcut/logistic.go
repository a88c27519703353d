package shortcut

import "math"

// Constants of the fits.
const (
	newtonSteps = 8
	ridge       = 1.0 // added to the diagonal: a feature without effect gets no weight
	wordBits    = 18
	wordRounds  = 3
	wordRate    = 0.2
)

// fitFeatures fits a logistic regression of the differences of features, without a constant, by Newton's method.
func fitFeatures(list []*pair, chosen []int) func(*pair) float64 {
	n := len(chosen)
	scale := make([]float64, n)
	for _, p := range list {
		for i, f := range chosen {
			scale[i] += float64(p.features[f] * p.features[f])
		}
	}
	for i := range scale {
		if scale[i] > 0 {
			scale[i] = math.Sqrt(float64(len(list)) / scale[i])
		}
	}
	weights, x := make([]float64, n), make([]float64, n)
	for range newtonSteps {
		gradient, matrix := make([]float64, n), make([][]float64, n)
		for i := range matrix {
			matrix[i] = make([]float64, n)
			matrix[i][i] = ridge
			gradient[i] = -float64(ridge * weights[i])
		}
		for _, p := range list {
			z := 0.0
			for i, f := range chosen {
				x[i] = p.features[f] * scale[i]
				z += float64(weights[i] * x[i])
			}
			miss := 1 / (1 + math.Exp(z))
			curve := miss * (1 - miss)
			for i := range x {
				gradient[i] += float64(miss * x[i])
				for j := range i + 1 {
					matrix[i][j] += float64(float64(curve*x[i]) * x[j])
				}
			}
		}
		for i, step := range solve(matrix, gradient) {
			weights[i] += step
		}
	}
	return func(p *pair) (z float64) {
		for i, f := range chosen {
			z += float64(float64(weights[i]*scale[i]) * p.features[f])
		}
		return z
	}
}

// solve solves a symmetric positive definite system, of which the lower half is given, by Cholesky's method.
func solve(matrix [][]float64, right []float64) []float64 {
	n := len(right)
	for i := range n {
		for j := range i + 1 {
			sum := matrix[i][j]
			for k := range j {
				sum -= float64(matrix[i][k] * matrix[j][k])
			}
			if i == j {
				matrix[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				matrix[i][j] = sum / matrix[j][j]
			}
		}
	}
	x := make([]float64, n)
	for i := range n {
		sum := right[i]
		for k := range i {
			sum -= float64(matrix[i][k] * x[k])
		}
		x[i] = sum / matrix[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		sum := x[i]
		for k := i + 1; k < n; k++ {
			sum -= float64(matrix[k][i] * x[k])
		}
		x[i] = sum / matrix[i][i]
	}
	return x
}

// fitWords fits a logistic regression of the words that one document has and the other has not, by AdaGrad over three rounds.
func fitWords(list []*pair) func(*pair) float64 {
	weights, squares := make([]float64, 1<<wordBits), make([]float64, 1<<wordBits)
	place := func(word uint32) uint32 { return word >> (32 - wordBits) }
	score := func(p *pair) (z float64) {
		for _, word := range p.words[0] {
			z += weights[place(word)]
		}
		for _, word := range p.words[1] {
			z -= weights[place(word)]
		}
		return z
	}
	step := func(words []uint32, gradient float64) {
		for _, word := range words {
			i := place(word)
			squares[i] += float64(gradient * gradient)
			weights[i] += float64(wordRate*gradient) / math.Sqrt(squares[i]+1e-8)
		}
	}
	for range wordRounds {
		for _, p := range list {
			miss := 1 / (1 + math.Exp(score(p)))
			step(p.words[0], miss)
			step(p.words[1], -miss)
		}
	}
	return score
}
