package eval

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// McNemar tests whether two systems err equally often on the same instances (McNemar 1947). b and c
// count the instances on which only the one or only the other succeeds. exact is the two-sided binomial
// p. chi2 is the p of the chi-square statistic (max(0, |b-c| - 1))² / (b + c), with Edwards' continuity
// correction. Both are 1 if b + c is 0.
func McNemar(b, c int) (exact, chi2 float64) {
	n, few := b+c, min(b, c)
	if n == 0 {
		return 1, 1
	}
	exact = 1
	if b != c {
		// P(X <= k) of a fair coin tossed n times is I_{1/2}(n - k, k + 1): Abramowitz and Stegun 26.5.24.
		exact = min(1, tenDigits(2*mathext.RegIncBeta(float64(n-few), float64(few+1), 0.5)))
	}
	excess := float64(max(0, n-2*few-1))
	return exact, tenDigits(math.Erfc(excess / math.Sqrt(2*float64(n))))
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
