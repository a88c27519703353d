package axioms

// Fulfilled says whether a model that scores the preferred document first and the other one second fulfils the instance of
// a pair axiom: first > second, for a weak axiom first >= second. Scores compare with the tolerance of all comparisons.
func Fulfilled(weak bool, first, second float64) bool {
	if weak {
		return atLeast(first, second)
	}
	return greater(first, second)
}

// FulfilledTriple says whether a model fulfils an instance (i, j, k) of TFC2: S(j) - S(i) > S(k) - S(j).
func FulfilledTriple(i, j, k float64) bool { return greater(j-i, k-j) }
