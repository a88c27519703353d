package eval

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/internal/numeral"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// The paired tests are two-sided. They take two lists of equal length, with one pair of values per query. A
// difference is a - b. If all differences are 0, p is 1. Student's test has p 1 for a single pair, too.

// Values that differ only by rounding are equal: .6 - .4 equals .2. The tolerances are those of axioms.
const (
	relativeTolerance = 1e-9
	absoluteTolerance = 1e-12
)

// equal reports whether a and b differ by rounding alone.
func equal(a, b float64) bool {
	return a == b || math.Abs(a-b) <= max(absoluteTolerance, float64(relativeTolerance*max(math.Abs(a), math.Abs(b))))
}

// PairedT returns t and p of Student's test of the mean difference (Student 1908). t has the sign of mean(a) -
// mean(b). If all n differences are equal and not zero, t is infinite. Then p is that of the exact test over all assignments of signs,
// which Student's test approximates: 2/2^n.
func PairedT(a, b []float64) (t, p float64) {
	d := differences(a, b)
	mean, sd := meanAndSD(d)
	if len(d) < 2 || (mean == 0 && sd == 0) {
		return 0, 1
	}
	t = mean / (sd / math.Sqrt(float64(len(d))))
	if math.IsInf(t, 0) {
		return t, math.Ldexp(2, -len(d))
	}
	// P(|T| > t) = I_{nu/(nu+t²)}(nu/2, 1/2): Abramowitz and Stegun 26.7.1, exact in the tail where 1 - CDF is not.
	nu := float64(len(d) - 1)
	return t, tenDigits(mathext.RegIncBeta(nu/2, 0.5, nu/(nu+float64(t*t))))
}

// maxExactPairs is the largest number of pairs with a difference for which p of the signed-rank test is exact.
const maxExactPairs = 50

// Wilcoxon returns the signed-rank test (Wilcoxon 1945). Pairs without difference are dropped and tied ranks averaged. w is the smaller of
// two rank sums: of the pairs with a > b, and of those with a < b. sign is 1 if the first sum is larger, -1 if the second is, 0 if they are
// equal. For up to 50 pairs p is exact: the share of all assignments of signs whose smaller rank sum is at most w. For more pairs p is the
// normal approximation, with the variance corrected for ties and without a continuity correction.
func Wilcoxon(a, b []float64) (w, p float64, sign int) {
	doubled, positive := doubledRanks(a, b)
	all := 0
	for _, rank := range doubled {
		all += rank
	}
	smaller := min(positive, all-positive)
	w, sign = float64(smaller)/2, cmp.Compare(positive, all-positive)
	if len(doubled) <= maxExactPairs {
		return w, tenDigits(exactSignedRank(doubled, smaller, all)), sign
	}
	squares := 0.0 // sum of the squared ranks: four times the variance, because both signs of a rank are equally likely
	for _, rank := range doubled {
		squares += float64(float64(rank*rank) / 4)
	}
	z := (float64(positive) - float64(float64(all)/2)) / 2 / math.Sqrt(squares/4)
	return w, tenDigits(math.Erfc(math.Abs(z) / math.Sqrt2)), sign
}

// doubledRanks ranks the non-zero differences by absolute size. It returns twice each rank, and twice the rank sum of the positive
// differences. Twice an averaged rank is an integer.
func doubledRanks(a, b []float64) (doubled []int, positive int) {
	d := slices.DeleteFunc(differences(a, b), func(x float64) bool { return x == 0 })
	slices.SortFunc(d, func(x, y float64) int { return cmp.Compare(math.Abs(x), math.Abs(y)) })
	for i := 0; i < len(d); {
		j := i
		for j < len(d) && equal(math.Abs(d[j]), math.Abs(d[i])) {
			j++
		}
		rank := i + 1 + j
		for ; i < j; i++ {
			doubled = append(doubled, rank)
			if d[i] > 0 {
				positive += rank
			}
		}
	}
	return doubled, positive
}

// exactSignedRank returns the share of all assignments of signs whose positive rank sum is at most smaller, or at least all - smaller.
// share[sum] is the share of assignments with that sum; a count of assignments would overflow.
func exactSignedRank(doubled []int, smaller, all int) float64 {
	share := make([]float64, all+1)
	share[0] = 1
	for _, rank := range doubled {
		for sum := all; sum >= 0; sum-- {
			half := float64(share[sum] / 2)
			if sum >= rank {
				half += float64(share[sum-rank] / 2)
			}
			share[sum] = half
		}
	}
	p := 0.0
	for sum, s := range share {
		if sum <= smaller || sum >= all-smaller {
			p += s
		}
	}
	return min(p, 1)
}

// tenDigits returns x rounded to ten significant digits. The last bits of the distributions differ between
// processors with and without fused multiplication. Rounded values are the same on both.
func tenDigits(x float64) float64 {
	short, err := numeral.Parse(strconv.FormatFloat(x, 'e', 9, 64))
	if err != nil {
		return x // infinite, or no number
	}
	return short
}

// meanDiffCI returns the 95 % interval of mean(a) - mean(b) from Student's t. For fewer than two pairs both ends are the difference.
func meanDiffCI(a, b []float64) (lo, hi float64) {
	d := differences(a, b)
	mean, sd := meanAndSD(d)
	half := halfWidth(len(d), sd)
	return mean - half, mean + half
}

// halfWidth returns half the width of the 95 % interval of a mean of n values with standard deviation sd, or 0 if n < 2.
func halfWidth(n int, sd float64) float64 {
	if sd == 0 || n < 2 {
		return 0
	}
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}
	return tenDigits(student.Quantile(0.975) * sd / math.Sqrt(float64(n)))
}

// Sample holds the number, the sum and the sum of squares of some values. MeanCI needs nothing else.
type Sample struct {
	N       int     `json:"n"`
	Sum     float64 `json:"sum"`
	Squares float64 `json:"squares"`
}

// SampleOf returns the sample of some values.
func SampleOf(values []float64) (s Sample) {
	for _, x := range values {
		s.N, s.Sum, s.Squares = s.N+1, s.Sum+x, s.Squares+float64(x*x)
	}
	return s
}

// Plus returns the sample of the values of s and t together.
func (s Sample) Plus(t Sample) Sample { return Sample{s.N + t.N, s.Sum + t.Sum, s.Squares + t.Squares} }

// MeanCI returns the 95 % interval of the mean, from Student's t, within the bounds of a measure.
func (s Sample) MeanCI(measure string) [2]float64 {
	mean := s.Sum / float64(max(s.N, 1))
	variance := max(0, s.Squares-float64(mean*s.Sum)) / float64(max(s.N-1, 1))
	half := halfWidth(s.N, math.Sqrt(variance))
	return clampInterval(measure, mean-half, mean+half, 0)
}

// MeanCI returns the 95 % interval of the mean of a measure's values, from Student's t, within the measure's bounds.
func MeanCI(measure string, values []float64) [2]float64 {
	lo, hi := meanDiffCI(values, make([]float64, len(values)))
	return clampInterval(measure, lo, hi, 0)
}

// clampInterval returns the interval limited to the bounds of a measure, from lowest to 1. lowest is 0 for values and -1 for differences.
// A count has no bounds.
func clampInterval(measure string, lo, hi, lowest float64) [2]float64 {
	if slices.ContainsFunc(families[:], func(f family) bool { return f.count && f.name == measure }) {
		return [2]float64{lo, hi}
	}
	return [2]float64{max(lo, lowest), min(hi, 1)}
}

// differences returns a - b for each pair, and exactly 0 for equal values. It panics on lists of unequal
// length: the caller has left out a query on one side.
func differences(a, b []float64) []float64 {
	if len(a) != len(b) {
		panic("eval: a paired test needs two values per query")
	}
	d := make([]float64, len(a))
	for i := range a {
		if !equal(a[i], b[i]) {
			d[i] = a[i] - b[i]
		}
	}
	return d
}

// meanAndSD returns the mean and the sample standard deviation (divisor n - 1), or zeros for no values. The deviation of equal values is 0.
func meanAndSD(values []float64) (mean, sd float64) {
	if len(values) == 0 {
		return 0, 0
	}
	mean = Mean(values)
	if len(values) < 2 {
		return mean, 0
	}
	if equal(slices.Min(values), slices.Max(values)) {
		return values[0], 0
	}
	squares := 0.0
	for _, v := range values {
		squares += float64((v - mean) * (v - mean))
	}
	return mean, math.Sqrt(squares / float64(len(values)-1))
}

// Wilson returns the 95 % score interval of the share part / n (Wilson, JASA 1927). n is at least 1.
func Wilson(part, n int) (lo, hi float64) {
	const z = 1.959963984540054 // the 97.5th percentile of the normal distribution
	size, share := float64(n), float64(part)/float64(n)
	middle := share + z*z/(2*size)
	half := float64(z * math.Sqrt(float64(share*(1-share)/size)+z*z/(4*size*size)))
	return (middle - half) / (1 + z*z/size), (middle + half) / (1 + z*z/size)
}

// McNemar returns the exact two-sided binomial p of the test that two systems err equally often on the same instances (McNemar 1947). b is
// the number of instances on which only the first succeeds, c that of the second.
func McNemar(b, c int) float64 {
	if b == c {
		return 1
	}
	// P(X <= k) of a fair coin tossed n times is I_{1/2}(n - k, k + 1): Abramowitz and Stegun 26.5.24.
	few := min(b, c)
	return min(1, tenDigits(2*mathext.RegIncBeta(float64(b+c-few), float64(few+1), 0.5)))
}

// Adjust applies Holm to a list of tests. p returns a test's p value, and adjusted the address for its adjusted p value.
func Adjust[T any](list []T, p func(*T) float64, adjusted func(*T) *float64) {
	raw := make([]float64, len(list))
	for i := range list {
		raw[i] = p(&list[i])
	}
	for i, holm := range Holm(raw) {
		*adjusted(&list[i]) = holm
	}
}

// Holm returns the p values adjusted for multiple tests (Holm 1979), in the order of p. The i-th smallest of
// n values is multiplied by n - i + 1. The result is at most 1, and at least the result of any smaller value.
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
