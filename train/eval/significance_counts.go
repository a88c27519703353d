package eval

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// McNemar tests whether two systems err equally often on the same instances, from b and c, the instances on which only
// the one or only the other succeeds (McNemar 1947). exact is the two-sided binomial p, chi2 the p of the chi-square
// statistic (max(0, |b-c| - 1))² / (b + c) with Edwards' continuity correction. Both are 1 when b + c is 0.
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

// Holm adjusts p values for being tested together (Holm 1979): the i-th smallest of n times n - i + 1, at most 1, and
// never below that of a smaller p. The order of the list is kept.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := make([]float64, len(p))
	sofar := 0.0
	for rank, i := range order {
		sofar = max(sofar, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = sofar
	}
	return adjusted
}
