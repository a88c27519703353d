package axioms

// Fulfilled reports whether a model fulfils the instance of a pair axiom with its scores of the
// preferred document and the other document: first > second, for a weak axiom first >= second.
// Scores are compared with the tolerance of all comparisons.
func Fulfilled(weak bool, first, second float64) bool {
	if weak {
		return atLeast(first, second)
	}
	return greater(first, second)
}

// FulfilledTriple reports whether a model fulfils an instance (i, j, k) of TFC2:
// S(j) - S(i) > S(k) - S(j).
func FulfilledTriple(i, j, k float64) bool { return greater(j-i, k-j) }
