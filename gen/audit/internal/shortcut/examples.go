package shortcut

import "math"

// Logits returns for each example the logit of the probability that it is high, by a logistic regression that was fitted on the examples of
// other folds. features are those of the first example, then of the next; signs are 1 for a high example, -1 for a low one, and 0 for one
// that is neither and teaches nothing. Examples of one group are in one fold.
func Logits(features []float32, signs []int8, groups []uint32) []float64 {
	n := len(features) / max(1, len(signs))
	t, scale, known := &table{features: n}, make([]float64, n), 0
	for i, sign := range signs {
		if sign == 0 {
			continue
		}
		known++
		for j, x := range features[i*n : i*n+n] {
			scale[j] += float64(float64(x) * float64(x))
		}
	}
	for j := range scale {
		if scale[j] > 0 {
			scale[j] = math.Sqrt(float64(known) / scale[j])
		}
	}
	for i, sign := range signs {
		if rows := &t.rows[foldOf(groups[i])]; sign != 0 {
			for j, x := range features[i*n : i*n+n] {
				*rows = append(*rows, float64(sign)*float64(x)*scale[j])
			}
		}
	}
	all := make([]float64, n)
	t.fit(folds, all)
	var weights [folds][]float64
	for fold := range weights {
		weights[fold] = append([]float64{}, all...)
		t.fit(fold, weights[fold])
		for j := range scale {
			weights[fold][j] *= scale[j]
		}
	}
	list := make([]float64, len(signs))
	for i := range list {
		z := 0.0
		for j, w := range weights[foldOf(groups[i])] {
			z += float64(w * float64(features[i*n+j]))
		}
		list[i] = z
	}
	return list
}
