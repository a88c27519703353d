package shortcut

import (
	"math"
	"slices"
)

// The constants of the fits of features.
const (
	mostSteps = 25   // the maximum number of Newton's steps
	leastStep = 1e-6 // maximum change of the weights in the last step of a fit
	ridge     = 1.0  // summand of the diagonal, so that a feature without effect gets the weight 0
)

// table holds features of pairs, row by row. Each feature is divided by its root mean square.
type table struct {
	features int              // the number of features of a row
	rows     [folds][]float64 // the features of all rows of each fold
}

// newTable returns the table of n examples, and the factor that each feature was multiplied by. Examples of a group are in the same fold.
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

// fitFolds returns, for each fold, the weights of a fit on all other folds.
func (t *table) fitFolds() (weights [folds][]float64) {
	all := make([]float64, t.features)
	t.fit(folds, all)
	for fold := range weights {
		weights[fold] = slices.Clone(all)
		t.fit(fold, weights[fold])
	}
	return weights
}

// right returns the number of pairs of a fold that the weights order right. A tie counts as a half.
func (t *table) right(fold int, weights []float64) (right float64) {
	for rows := t.rows[fold]; len(rows) > 0; rows = rows[t.features:] {
		right += rightOf(dot(weights, rows))
	}
	return right
}

// dot returns the sum of products of weights and the first len(weights) numbers of row.
func dot(weights, row []float64) (z float64) {
	for i, w := range weights {
		z += float64(w * row[i])
	}
	return z
}

// fit fits a logistic regression without a constant on all folds except omit, by Newton's method. It starts from weights and stores the
// result there. Near weights need fewer steps.
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

// fitSign sets the weight of the only feature to 1, 0 or -1: the sign of its weight in the logistic regression.
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

// penalties returns the penalty of each feature: ridge times the mean square of the feature on the fitted folds.
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

// addRows adds the terms of rows to the gradient and to the lower half of the Hessian matrix.
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

// solve returns the solution of a symmetric positive definite system by Cholesky's method. It overwrites the lower half of matrix.
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

// Logits returns, for each example, the logit that it is high, by a logistic regression that is fitted on the examples of other folds.
// features holds the features of all examples, one example after the other. signs are 1 for a high example, -1 for a low one, and 0 for
// one that is not used in fits. Examples of a group are in the same fold.
func Logits(features []float32, signs []int8, groups []uint32) []float64 {
	n := len(features) / max(1, len(signs))
	var used []int // indexes of the examples with a sign
	for i, sign := range signs {
		if sign != 0 {
			used = append(used, i)
		}
	}
	t, scale := newTable(len(used), n, func(i int) uint32 { return groups[used[i]] }, func(i, j int) float64 {
		return float64(signs[used[i]]) * float64(features[used[i]*n+j])
	})
	weights, list := t.fitFolds(), make([]float64, len(signs))
	for i := range list {
		for j, w := range weights[foldOf(groups[i])] {
			list[i] += float64(float64(w*scale[j]) * float64(features[i*n+j]))
		}
	}
	return list
}
