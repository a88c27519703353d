package eval

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// McNemar tests whether two systems err equally often on the same instances (McNemar 1947), and returns the exact two-sided binomial p. b
// and c count the instances on which only the one or only the other succeeds.
func McNemar(b, c int) float64 {
	if b == c {
		return 1
	}
	// P(X <= k) of a fair coin tossed n times is I_{1/2}(n - k, k + 1): Abramowitz and Stegun 26.5.24.
	few := min(b, c)
	return min(1, tenDigits(2*mathext.RegIncBeta(float64(b+c-few), float64(few+1), 0.5)))
}

// Adjust sets the adjusted p value of each of a list of tests, by Holm over the whole list.
func Adjust[T any](list []T, p func(*T) float64, adjusted func(*T) *float64) {
	raw := make([]float64, len(list))
	for i := range list {
		raw[i] = p(&list[i])
	}
	for i, holm := range Holm(raw) {
		*adjusted(&list[i]) = holm
	}
}

// Holm adjusts p values for multiple tests (Holm 1979), in the order of the list. The i-th smallest of
// n is multiplied by n - i + 1, limited to 1, and never below the adjusted value of a smaller p.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	out := make([]float64, len(p))
	largest := 0.0
	for rank, i := range order {
		largest = max(largest, min(1, p[i]*float64(len(p)-rank)))
		out[i] = largest
	}
	return out
}
