package axiomtest

import (
	"math"
	"slices"
)

// moreOfMostAlike reports for reg whether x holds the query term that is most similar to the others
// more often. Tied terms must agree.
func moreOfMostAlike(w *world, s settings, x, y document) bool {
	return moreOfCentral(w.centralOfKnown(s, isLarger), x, y)
}

// moreOfLeastAlike reports the same for anti-reg, for the term that is least similar to the others.
func moreOfLeastAlike(w *world, s settings, x, y document) bool {
	return moreOfCentral(w.centralOfKnown(s, isSmaller), x, y)
}

// moreOfOneMostAlike reports the same as moreOfMostAlike for reg, klose: of tied terms the first in
// the drawn order counts.
func moreOfOneMostAlike(w *world, s settings, x, y document) bool {
	return moreOfCentral(w.firstDrawn(s, w.central(s, isLarger)), x, y)
}

// moreOfOneLeastAlike reports the same for anti-reg, klose.
func moreOfOneLeastAlike(w *world, s settings, x, y document) bool {
	return moreOfCentral(w.firstDrawn(s, w.central(s, isSmaller)), x, y)
}

func isLarger(sum, other float64) bool  { return exceeds(sum, other) }
func isSmaller(sum, other float64) bool { return exceeds(other, sum) }

// firstDrawn returns the first of the terms in the drawn order.
func (w *world) firstDrawn(s settings, terms []string) []string {
	for _, t := range w.drawnTerms(s) {
		if slices.Contains(terms, t) {
			return []string{t}
		}
	}
	return nil
}

// centralOfKnown returns central where the source knows two terms, each similar to itself; else nothing.
func (w *world) centralOfKnown(s settings, beats func(sum, other float64) bool) []string {
	known := 0
	for _, t := range w.terms() {
		if sim, _ := w.similarity(s, t, t); sim > 0 {
			known++
		}
	}
	if known < 2 {
		return nil
	}
	return w.central(s, beats)
}

// central returns the terms whose sum of similarities to the others no other sum beats.
func (w *world) central(s settings, beats func(sum, other float64) bool) (terms []string) {
	sums := map[string]float64{} // of terms that have a similarity to another term
	for _, t := range w.terms() {
		for _, other := range w.terms() {
			if sim, ok := w.similarity(s, t, other); ok && t != other {
				sums[t] += sim
			}
		}
	}
	for t, sum := range sums {
		beaten := false
		for _, other := range sums {
			beaten = beaten || beats(other, sum)
		}
		if !beaten {
			terms = append(terms, t)
		}
	}
	return terms
}

// moreOfCentral reports whether x holds each of the terms more often.
func moreOfCentral(terms []string, x, y document) bool {
	return len(terms) > 0 && !slices.ContainsFunc(terms, func(t string) bool { return x.count(t) <= y.count(t) })
}

// alikeTerms reports for aspect-reg whether all query terms are within 10% idf of each other.
func alikeTerms(w *world, _ settings, _, _ document) bool {
	return !slices.ContainsFunc(w.pairs(), func(p [2]string) bool { return !isClose(0.1, w.idf(p[0]), w.idf(p[1])) })
}

// moreAspects reports for aspect-reg whether x holds terms of more aspects.
func moreAspects(w *world, s settings, x, y document) bool {
	aspects := w.aspects(s)
	countAspects := func(d document) (n int) {
		for _, aspect := range aspects {
			if slices.ContainsFunc(aspect, d.holds) {
				n++
			}
		}
		return n
	}
	return countAspects(x) > countAspects(y)
}

// aspects returns the connected components of the query terms. Terms are linked where their
// similarity exceeds the mean over all ordered pairs, each term with itself included.
func (w *world) aspects(s settings) (aspects [][]string) {
	sum, n := 0.0, 0.0
	for _, t := range w.terms() {
		for _, other := range w.terms() {
			if sim, ok := w.similarity(s, t, other); ok {
				sum += sim
				n++
			}
		}
	}
	isLinked := func(t, other string) bool {
		sim, ok := w.similarity(s, t, other)
		return ok && exceeds(sim, sum/math.Max(n, 1))
	}
	for _, t := range w.terms() {
		component, rest := []string{t}, [][]string(nil)
		for _, aspect := range aspects {
			if slices.ContainsFunc(aspect, func(other string) bool { return isLinked(t, other) }) {
				component = append(component, aspect...)
			} else {
				rest = append(rest, aspect)
			}
		}
		aspects = append(rest, component)
	}
	return aspects
}

// moreDiverse reports for div whether Jaccard(Q, terms(x)) < Jaccard(Q, terms(y)). It is 0 for two
// empty sets.
func moreDiverse(w *world, _ settings, x, y document) bool {
	jaccard := func(d document) float64 {
		union := distinct(slices.Concat(w.query, d.words))
		return float64(len(w.heldTerms(d))) / math.Max(float64(len(union)), 1)
	}
	return exceeds(jaccard(y), jaccard(x))
}

func (w *world) holdsAll(d document) bool {
	return !slices.ContainsFunc(w.query, func(t string) bool { return !d.holds(t) })
}

// onlyOneComplete reports for and whether x holds every query term and y does not.
func onlyOneComplete(w *world, _ settings, x, y document) bool {
	return w.holdsAll(x) && !w.holdsAll(y)
}

// moreTerms reports for m-and whether x holds more distinct query terms.
func moreTerms(w *world, _ settings, x, y document) bool {
	return len(w.heldTerms(x)) > len(w.heldTerms(y))
}
