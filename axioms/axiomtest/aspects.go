package axiomtest

import (
	"math"
	"slices"
)

// reg: x holds the query term that is most like the others more often; tied terms must agree.
func moreOfMostAlike(w *world, s settings, x, y document) bool {
	return moreOfCentral(w, s, func(sum, other float64) bool { return over(sum, other) }, x, y)
}

// anti-reg: the same of the term that is least like the others.
func moreOfLeastAlike(w *world, s settings, x, y document) bool {
	return moreOfCentral(w, s, func(sum, other float64) bool { return over(other, sum) }, x, y)
}

// moreOfCentral takes the terms whose sum of similarities to the others none beats.
func moreOfCentral(w *world, s settings, beats func(sum, other float64) bool, x, y document) bool {
	sums := map[string]float64{} // of terms that have a similarity to another one
	for _, t := range w.terms() {
		for _, other := range w.terms() {
			if sim, ok := w.alike(s, t, other); ok && t != other {
				sums[t] += sim
			}
		}
	}
	for t, sum := range sums {
		beaten := false
		for _, other := range sums {
			beaten = beaten || beats(other, sum)
		}
		if !beaten && x.count(t) <= y.count(t) {
			return false
		}
	}
	return len(sums) > 0
}

// aspect-reg: all query terms are within 10% idf of each other.
func alikeTerms(w *world, _ settings, _, _ document) bool {
	return !slices.ContainsFunc(w.pairs(), func(p [2]string) bool { return !roughly(0.1, w.idf(p[0]), w.idf(p[1])) })
}

// aspect-reg: x holds terms of more aspects.
func moreAspects(w *world, s settings, x, y document) bool {
	aspects := w.aspects(s)
	covered := func(d document) (n int) {
		for _, aspect := range aspects {
			if slices.ContainsFunc(aspect, d.holds) {
				n++
			}
		}
		return n
	}
	return covered(x) > covered(y)
}

// aspects are the connected components of the query terms, linked where they are more alike than the mean over all ordered
// pairs, each with itself included.
func (w *world) aspects(s settings) (aspects [][]string) {
	sum, n := 0.0, 0.0
	for _, t := range w.terms() {
		for _, other := range w.terms() {
			if sim, ok := w.alike(s, t, other); ok {
				sum += sim
				n++
			}
		}
	}
	linked := func(t, other string) bool {
		sim, ok := w.alike(s, t, other)
		return ok && over(sim, sum/math.Max(n, 1))
	}
	for _, t := range w.terms() {
		joined, apart := []string{t}, [][]string(nil)
		for _, aspect := range aspects {
			if slices.ContainsFunc(aspect, func(other string) bool { return linked(t, other) }) {
				joined = append(joined, aspect...)
			} else {
				apart = append(apart, aspect)
			}
		}
		aspects = append(apart, joined)
	}
	return aspects
}

// div: Jaccard(Q, terms(x)) < Jaccard(Q, terms(y)); of two empty sets it is 0.
func moreDiverse(w *world, _ settings, x, y document) bool {
	jaccard := func(d document) float64 {
		union := distinct(slices.Concat(w.query, d.words))
		return float64(len(w.held(d))) / math.Max(float64(len(union)), 1)
	}
	return over(jaccard(y), jaccard(x))
}

func (w *world) complete(d document) bool {
	return !slices.ContainsFunc(w.query, func(t string) bool { return !d.holds(t) })
}

// and: x holds every query term and y does not.
func onlyOneComplete(w *world, _ settings, x, y document) bool {
	return w.complete(x) && !w.complete(y)
}

// m-and: x holds more distinct query terms.
func moreTerms(w *world, _ settings, x, y document) bool { return len(w.held(x)) > len(w.held(y)) }
