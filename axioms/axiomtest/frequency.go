package axiomtest

import "slices"

// tfc1: for all w in Q c(w,x) >= c(w,y), and the sum over Q is larger in x.
func moreOfEach(w *world, _ settings, x, y document) bool {
	for _, t := range w.terms() {
		if x.count(t) < y.count(t) {
			return false
		}
	}
	return w.tokens(x) > w.tokens(y)
}

// tfc1, klose: the sum of c(t,x) over the query's tokens, repeats included, is >10% that of y.
func clearlyMoreTokens(w *world, _ settings, x, y document) bool {
	sum := func(d document) (n float64) {
		for _, t := range w.query {
			n += float64(d.count(t))
		}
		return n
	}
	return over(sum(x), 0.1*sum(x)+sum(y))
}

// tfc2: sum(z) > sum(y) > sum(x) > 0 over Q, and every count rises evenly.
func risesEvenly(w *world, x, y, z document) bool {
	if !(w.tokens(z) > w.tokens(y) && w.tokens(y) > w.tokens(x) && w.tokens(x) > 0) {
		return false
	}
	for _, t := range w.terms() {
		if y.count(t)-x.count(t) != z.count(t)-y.count(t) {
			return false
		}
	}
	return true
}

// tfc3: each pair of query terms of about the same idf votes for the document that holds both, where the other one holds
// one of them, as often as the first both.
func votesForSpread(w *world, _ settings, x, y document) bool {
	votes := func(x, y document) (n int) {
		for _, pair := range w.pairs() {
			s, t := pair[0], pair[1]
			if x.holds(s) && x.holds(t) && y.holds(s) != y.holds(t) && roughly(0.1, w.idf(s), w.idf(t)) &&
				y.count(s)+y.count(t) == x.count(s)+x.count(t) {
				n++
			}
		}
		return n
	}
	return votes(x, y) > votes(y, x)
}

// m-tdc: equal sums of counts over Q, at least one differing count.
func exchanged(w *world, _ settings, x, y document) bool {
	differs := func(t string) bool { return x.count(t) != y.count(t) }
	return w.tokens(x) == w.tokens(y) && slices.ContainsFunc(w.terms(), differs)
}

// m-tdc: every w with c(w,x) != c(w,y) is wa or wb of a pair of terms that were exchanged in favour of x.
func rarerByExchange(w *world, _ settings, x, y document) bool {
	favoured := func(a, b string) bool {
		return a != b && !over(w.idf(b), w.idf(a)) && x.count(a) > y.count(a) && often(w.query, a) >= often(w.query, b) &&
			x.count(a) == y.count(b) && x.count(b) == y.count(a)
	}
	for _, t := range w.terms() {
		explained := x.count(t) == y.count(t)
		for _, other := range w.terms() {
			explained = explained || favoured(t, other) || favoured(other, t)
		}
		if !explained {
			return false
		}
	}
	return true
}

// m-tdc, klose: pairs of query terms of different idf vote for the document with more of the rarer one.
func votesForRarer(w *world, _ settings, x, y document) bool {
	votes := func(x, y document) (n int) {
		for _, rare := range w.terms() {
			for _, common := range w.terms() {
				swapped := x.count(rare) == y.count(common) && x.count(common) == y.count(rare)
				if over(w.idf(rare), w.idf(common)) && (swapped || often(w.query, rare) >= often(w.query, common)) && x.count(rare) > y.count(rare) {
					n++
				}
			}
		}
		return n
	}
	return votes(x, y) > votes(y, x)
}

// lb1: both have a score, S(q,x) ~10% S(q,y).
func alikeScores(_ *world, _ settings, x, y document) bool {
	return x.score == x.score && y.score == y.score && roughly(0.1, x.score, y.score) // NaN is no score
}

// lb1: some query term is in x and not in y, none is in y and not in x.
func onlyOneHolds(w *world, _ settings, x, y document) bool {
	alone := func(x, y document) bool {
		return slices.ContainsFunc(w.terms(), func(t string) bool { return x.holds(t) && !y.holds(t) })
	}
	return alone(x, y) && !alone(y, x)
}
