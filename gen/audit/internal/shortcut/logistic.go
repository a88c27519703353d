package shortcut

import (
	"math"
	"slices"
)

// Constants of the fits of features.
const (
	mostSteps = 25
	leastStep = 1e-6 // of a weight of a feature of mean square 1: Newton's next step would be below its square
	ridge     = 1.0  // added to the diagonal: a feature without effect gets no weight
)

// table holds some features of pairs, row by row, each divided by the root of its mean square.
type table struct {
	features int
	rows     [folds][]float64 // of each fold
}

// newTable returns the features of n examples by the folds of their groups, and what each feature is multiplied with.
func newTable(n, features int, group func(example int) uint32, value func(example, feature int) float64) (t *table, scale []float64) {
	t, scale = &table{features: features}, make([]float64, features)
	for i := range n {
		for j := range scale {
			scale[j] += float64(value(i, j) * value(i, j))
		}
	}
	for j := range scale {
		if scale[j] > 0 {
			scale[j] = math.Sqrt(float64(n) / scale[j])
		}
	}
	for i := range n {
		rows := &t.rows[foldOf(group(i))]
		for j := range scale {
			*rows = append(*rows, value(i, j)*scale[j])
		}
	}
	return t, scale
}

// fitFolds returns the weights of a fit on all folds but one, for each.
func (t *table) fitFolds() (weights [folds][]float64) {
	all := make([]float64, t.features)
	t.fit(folds, all)
	for fold := range weights {
		weights[fold] = slices.Clone(all)
		t.fit(fold, weights[fold])
	}
	return weights
}

// right returns the number of pairs of a fold that weights order right; half of the ties.
func (t *table) right(fold int, weights []float64) (right float64) {
	for rows := t.rows[fold]; len(rows) > 0; rows = rows[t.features:] {
		right += rightOf(dot(weights, rows))
	}
	return right
}

// dot returns the sum of the weighted features of a row.
func dot(weights, row []float64) (z float64) {
	for i, w := range weights {
		z += float64(w * row[i])
	}
	return z
}

// fit fits a logistic regression of the differences of features on all folds but one, without a constant, by Newton's method from given
// weights, which it changes. The result does not depend on them: they save steps.
func (t *table) fit(omit int, weights []float64) {
	if t.features == 1 {
		t.fitSign(omit, weights)
		return
	}
	gradient, matrix := make([]float64, t.features), make([][]float64, t.features)
	for i := range matrix {
		matrix[i] = make([]float64, t.features)
	}
	penalties := t.penalties(omit)
	for range mostSteps {
		for i := range matrix {
			clear(matrix[i])
			matrix[i][i], gradient[i] = penalties[i], -float64(penalties[i]*weights[i])
		}
		for fold := range t.rows {
			if fold != omit {
				addRows(matrix, gradient, t.rows[fold], weights)
			}
		}
		longest := 0.0
		for i, step := range solve(matrix, gradient) {
			weights[i] += step
			longest = max(longest, math.Abs(step))
		}
		if longest < leastStep {
			return
		}
	}
}

// fitSign sets the weight of the only feature to 1 or -1, or 0: to its sign in the logistic regression, that of the slope at 0.
func (t *table) fitSign(omit int, weights []float64) {
	sum := 0.0
	for fold := range t.rows {
		if fold != omit {
			for _, x := range t.rows[fold] {
				sum += x
			}
		}
	}
	weights[0] = 0
	if sum != 0 {
		weights[0] = math.Copysign(1, sum)
	}
}

// penalties returns what the ridge adds to the diagonal. It is the same for all features if each has the mean square 1 on the folds that
// are fitted.
func (t *table) penalties(omit int) []float64 {
	squares, n := make([]float64, t.features), 0
	for fold, rows := range t.rows {
		if fold == omit {
			continue
		}
		for ; len(rows) > 0; rows = rows[t.features:] {
			n++
			for i := range squares {
				squares[i] += float64(rows[i] * rows[i])
			}
		}
	}
	for i := range squares {
		if squares[i] = ridge * squares[i] / float64(max(1, n)); squares[i] == 0 {
			squares[i] = ridge
		}
	}
	return squares
}

// addRows adds what rows tell to the slope and to the lower half of the matrix of curvature.
func addRows(matrix [][]float64, gradient, rows, weights []float64) {
	n := len(gradient)
	for ; len(rows) > 0; rows = rows[n:] {
		x := rows[:n]
		miss := 1 / (1 + math.Exp(dot(weights, x)))
		curve := miss * (1 - miss)
		for i, a := range x {
			gradient[i] += float64(miss * a)
			if a *= curve; a == 0 {
				continue
			}
			line := matrix[i][:i+1]
			for j := range line {
				line[j] += float64(a * x[j])
			}
		}
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

// Logits returns for each example the logit of the probability that it is high, by a logistic regression that was fitted on the examples of
// other folds. features are those of the first example, then of the next; signs are 1 for a high example, -1 for a low one, and 0 for one
// that is neither and teaches nothing. Examples of one group are in one fold.
func Logits(features []float32, signs []int8, groups []uint32) []float64 {
	n := len(features) / max(1, len(signs))
	var known []int
	for i, sign := range signs {
		if sign != 0 {
			known = append(known, i)
		}
	}
	t, scale := newTable(len(known), n, func(i int) uint32 { return groups[known[i]] }, func(i, j int) float64 {
		return float64(signs[known[i]]) * float64(features[known[i]*n+j])
	})
	weights, list := t.fitFolds(), make([]float64, len(signs))
	for i := range list {
		for j, w := range weights[foldOf(groups[i])] {
			list[i] += float64(float64(w*scale[j]) * float64(features[i*n+j]))
		}
	}
	return list
}
