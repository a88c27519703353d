package axiomtest

import "slices"

// sameCounts reports for lnc1 whether c(t,x) = c(t,y) for all t in Q.
func sameCounts(w *world, _ settings, x, y document) bool {
	return !slices.ContainsFunc(w.terms(), func(t string) bool { return x.count(t) != y.count(t) })
}

// oneMoreOfShared reports for lnc1, camara-table, whether y has exactly one more of some word of x that is not in Q: LNC1 of the published
// code, where w_prime_di are the words of di without the query's.
func oneMoreOfShared(w *world, x, y document) bool {
	return slices.ContainsFunc(x.words, func(word string) bool { return !w.asks(word) && y.count(word) == x.count(word)+1 })
}

func oneHasOneMoreOfShared(w *world, _ settings, x, y document) bool {
	return oneMoreOfShared(w, x, y) || oneMoreOfShared(w, y, x)
}

func otherHasOneMoreOfShared(w *world, _ settings, x, y document) bool {
	return oneMoreOfShared(w, x, y) && !oneMoreOfShared(w, y, x)
}

// otherHasOneMoreWord reports for lnc1 whether y has exactly one more of some word that is not in
// Q, and x has not exactly one more of another.
func otherHasOneMoreWord(w *world, _ settings, x, y document) bool {
	oneMore := func(x, y document) bool {
		return slices.ContainsFunc(x.words, func(word string) bool { return !w.asks(word) && x.count(word) == y.count(word)+1 })
	}
	return oneMore(y, x) && !oneMore(x, y)
}

// alikeCounts reports for lnc1, klose, whether c(t,x) ~10% c(t,y) for all t in Q.
func alikeCounts(w *world, _ settings, x, y document) bool {
	return !slices.ContainsFunc(w.terms(), func(t string) bool { return !isClose(0.1, float64(x.count(t)), float64(y.count(t))) })
}

func shorter(_ *world, _ settings, x, y document) bool { return len(x.words) < len(y.words) }

// twiceToFourTimes returns for lnc2 two, three and four times, as long as that is no more than
// max_words and the document holds a query term.
func twiceToFourTimes(w *world, s settings, d document, _ int) (times []int) {
	for k := 2; k <= 4; k++ {
		if w.tokens(d) > 0 && float64(k*len(d.words)) <= s.value("max_words", "240") {
			times = append(times, k)
		}
	}
	return times
}

// asOftenAsFits returns for lnc2, camara, how often the document fits into max_pieces, if that is
// at least twice and the document holds a query term.
func asOftenAsFits(w *world, s settings, d document, pieces int) []int {
	k := 0
	for float64((k+1)*pieces) <= s.value("max_pieces", "512") {
		k++
	}
	if w.tokens(d) == 0 || k < 2 {
		return nil
	}
	return []int{k}
}

// longerByOneTerm reports for tf-lnc whether more terms vote for x. Each query term that x holds
// more often, by as much as x is longer, votes for x.
func longerByOneTerm(w *world, _ settings, x, y document) bool {
	votes := func(x, y document) (n int) {
		for _, t := range w.terms() {
			if x.count(t) > y.count(t) && len(x.words) == len(y.words)+x.count(t)-y.count(t) {
				n++
			}
		}
		return n
	}
	return votes(x, y) > votes(y, x)
}

// isMultiple reports for ln2 whether |x| = k|y| and c(t,x) = k c(t,y) for all t in Q, integer k >
// 1, |y| > 0.
func isMultiple(w *world, _ settings, x, y document) bool {
	for k := 2; k*len(y.words) <= len(x.words) && len(y.words) > 0; k++ {
		all := len(x.words) == k*len(y.words)
		for _, t := range w.terms() {
			all = all && x.count(t) == k*y.count(t)
		}
		if all {
			return true
		}
	}
	return false
}
