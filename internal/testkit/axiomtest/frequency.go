package axiomtest

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// moreOfEach reports for tfc1 whether c(w,x) >= c(w,y) for all w in Q, and the sum over Q is larger
// in x.
func moreOfEach(w *world, _ settings, x, y document) bool {
	for _, t := range w.terms() {
		if x.count(t) < y.count(t) {
			return false
		}
	}
	return w.tokens(x) > w.tokens(y)
}

// clearlyMoreTokens reports for tfc1, klose, whether the sum of c(t,x) over the query's tokens,
// repeats included, is >10% that of y.
func clearlyMoreTokens(w *world, _ settings, x, y document) bool {
	sum := func(d document) (n float64) {
		for _, t := range w.query {
			n += float64(d.count(t))
		}
		return n
	}
	return exceeds(sum(x), 0.1*sum(x)+sum(y))
}

// risesEvenly reports for tfc2 whether sum(z) > sum(y) > sum(x) > 0 over Q, and every count rises
// evenly.
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

// votesForSpread reports for tfc3 whether more pairs vote for x. Each pair of query terms of about
// the same idf votes for the document that holds both, where the other one holds only one of them,
// as often as the first holds both.
func votesForSpread(w *world, _ settings, x, y document) bool {
	votes := func(x, y document) (n int) {
		for _, pair := range w.pairs() {
			s, t := pair[0], pair[1]
			if x.holds(s) && x.holds(t) && y.holds(s) != y.holds(t) && isClose(0.1, w.idf(s), w.idf(t)) &&
				y.count(s)+y.count(t) == x.count(s)+x.count(t) {
				n++
			}
		}
		return n
	}
	return votes(x, y) > votes(y, x)
}

// sameTotalOtherCounts reports for m-tdc whether the sums of counts over Q are equal and some count
// differs.
func sameTotalOtherCounts(w *world, _ settings, x, y document) bool {
	differs := func(t string) bool { return x.count(t) != y.count(t) }
	return w.tokens(x) == w.tokens(y) && slices.ContainsFunc(w.terms(), differs)
}

// rarerByExchange reports for m-tdc whether every w with c(w,x) != c(w,y) is wa or wb of a pair of
// terms that were exchanged in favour of x.
func rarerByExchange(w *world, _ settings, x, y document) bool {
	favours := func(a, b string) bool {
		return a != b && !exceeds(w.idf(b), w.idf(a)) && x.count(a) > y.count(a) && countWord(w.query, a) >= countWord(w.query, b) &&
			x.count(a) == y.count(b) && x.count(b) == y.count(a)
	}
	for _, t := range w.terms() {
		explains := x.count(t) == y.count(t)
		for _, other := range w.terms() {
			explains = explains || favours(t, other) || favours(other, t)
		}
		if !explains {
			return false
		}
	}
	return true
}

// votesForRarer reports for m-tdc, bondarenko, and len-m-tdc whether more pairs vote for x. Pairs of
// query terms of different idf vote for the document with more of the rarer one.
func votesForRarer(w *world, _ settings, x, y document) bool {
	return w.votes(x, y, func(rare, common string) bool { return exceeds(w.idf(rare), w.idf(common)) }, 0)
}

// votesForRarerAsPrinted reports the same for m-tdc, klose: terms of equal idf vote too, and the
// query holds the rarer one more often.
func votesForRarerAsPrinted(w *world, _ settings, x, y document) bool {
	return w.votes(x, y, func(rare, common string) bool { return rare != common && !exceeds(w.idf(common), w.idf(rare)) }, 1)
}

// votes reports whether more pairs vote for x. A pair votes where its counts are exchanged, or the
// query holds the rarer term by at least lead more often.
func (w *world) votes(x, y document, isRarer func(rare, common string) bool, lead int) bool {
	n := 0
	for _, rare := range w.terms() {
		for _, common := range w.terms() {
			swap := x.count(rare) == y.count(common) && x.count(common) == y.count(rare)
			if !isRarer(rare, common) || !swap && countWord(w.query, rare) < countWord(w.query, common)+lead {
				continue
			}
			switch {
			case x.count(rare) > y.count(rare):
				n++
			case x.count(rare) < y.count(rare):
				n--
			}
		}
	}
	return n > 0
}

// alikeScores reports for lb1 whether both have a score and S(q,x) ~10% S(q,y).
func alikeScores(_ *world, _ settings, x, y document) bool {
	return x.score == x.score && y.score == y.score && isClose(0.1, x.score, y.score) // NaN is no score
}

// onlyOneHolds reports for lb1 whether some query term is in x and not in y, and none is in y and
// not in x.
func onlyOneHolds(w *world, _ settings, x, y document) bool {
	alone := func(x, y document) bool {
		return slices.ContainsFunc(w.terms(), func(t string) bool { return x.holds(t) && !y.holds(t) })
	}
	return alone(x, y) && !alone(y, x)
}

// holdsFirstDrawn reports for lb1, klose, whether x holds the first term, in the drawn order, of
// those that one of them alone holds.
func holdsFirstDrawn(w *world, s settings, x, y document) bool {
	for _, t := range w.drawnTerms(s) {
		if x.holds(t) != y.holds(t) {
			return x.holds(t)
		}
	}
	return false
}

// drawnTerms returns the distinct query terms in the order of the numbers that PCG draws for them
// from the seed and the FNV-1a hash of the query's id.
func (w *world) drawnTerms(s settings) []string {
	id := fnv.New64a()
	id.Write([]byte(w.id))
	random, number := rand.NewPCG(uint64(s.value("seed", "1")), id.Sum64()), map[string]uint64{}
	for _, t := range w.terms() {
		number[t] = random.Uint64()
	}
	return slices.SortedFunc(slices.Values(w.terms()), func(s, t string) int { return cmp.Compare(number[s], number[t]) })
}
