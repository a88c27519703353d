package axiomtest

import (
	"math"
	"slices"
)

// sameTerms reports for prox1 to prox3 whether both hold the same query terms, at least two.
func sameTerms(w *world, _ settings, x, y document) bool {
	return len(w.heldTerms(x)) >= 2 && slices.Equal(w.heldTerms(x), w.heldTerms(y))
}

// sameTermsOfTwo reports for prox1 to prox3, klose, whether both hold the same query terms, and the
// query has at least two.
func sameTermsOfTwo(w *world, _ settings, x, y document) bool {
	return len(w.terms()) >= 2 && slices.Equal(w.heldTerms(x), w.heldTerms(y))
}

// bothComplete reports for prox4 and prox5 whether both hold all query terms, at least two.
func bothComplete(w *world, _ settings, x, y document) bool {
	return len(w.terms()) >= 2 && w.holdsAll(x) && w.holdsAll(y)
}

// sharedTerms returns the distinct query terms that both hold: all that either holds, under the
// preconditions above.
func (w *world) sharedTerms(x, y document) (terms []string) {
	for _, t := range w.heldTerms(x) {
		if y.holds(t) {
			terms = append(terms, t)
		}
	}
	return terms
}

// closerOnAverage reports for prox1 whether the mean over pairs of terms of the mean number of
// words between all their occurrences is smaller in x.
func closerOnAverage(w *world, _ settings, x, y document) bool {
	terms := w.sharedTerms(x, y)
	mean := func(d document) float64 {
		sum, pairs := 0.0, 0.0
		for i, s := range terms {
			for _, t := range terms[:i] {
				gap, n := 0.0, 0.0
				for _, p := range positions(d.words, s) {
					for _, q := range positions(d.words, t) {
						gap += math.Abs(float64(p-q)) - 1
						n++
					}
				}
				sum += gap / n
				pairs++
			}
		}
		return sum / pairs
	}
	return len(terms) >= 2 && exceeds(mean(y), mean(x))
}

// earlier reports for prox2 whether the sum of first positions is smaller in x.
func earlier(w *world, _ settings, x, y document) bool {
	first := func(d document) (sum int) {
		for _, t := range w.sharedTerms(x, y) {
			sum += positions(d.words, t)[0]
		}
		return sum
	}
	return first(x) < first(y)
}

// phraseEarlier reports for prox3 whether the first position of the whole query as a phrase is
// smaller in x. A phrase that does not occur has an infinite position.
func phraseEarlier(w *world, _ settings, x, y document) bool {
	firstPhrase := func(d document) int {
		for i := range d.words {
			if end := i + len(w.query); end <= len(d.words) && end > i && slices.Equal(d.words[i:end], w.query) {
				return i
			}
		}
		return math.MaxInt
	}
	return firstPhrase(x) < firstPhrase(y)
}

// groups returns prox4's groups: for every occurrence of a term the closest occurrence of each
// other term, of two equally close ones the earlier. A group is the number of words inside that are
// no query terms, and last - first position.
func (w *world) groups(d document, terms []string) (numOthers, spans []int) {
	for _, t := range terms {
		for _, i := range positions(d.words, t) {
			low, high := i, i
			for _, other := range terms {
				closest := positions(d.words, other)[0]
				for _, p := range positions(d.words, other) {
					if other != t && math.Abs(float64(p-i)) < math.Abs(float64(closest-i)) {
						closest = p
					}
				}
				if other != t {
					low, high = min(low, closest), max(high, closest)
				}
			}
			numOthers = append(numOthers, len(w.otherWords(document{words: d.words[low : high+1]})))
			spans = append(spans, high-low)
		}
	}
	return numOthers, spans
}

// fewerWordsBetween reports for prox4 whether x has fewer other words within its tightest group, or
// as few and more such groups.
func fewerWordsBetween(w *world, _ settings, x, y document) bool {
	terms := w.sharedTerms(x, y)
	if len(terms) < 2 {
		return false
	}
	bestX, bestY := w.fewest(x, terms), w.fewest(y, terms)
	return bestX[0] < bestY[0] || bestX[0] == bestY[0] && bestX[1] > bestY[1]
}

// fewerWordsBetweenHeld reports for prox4, klose, what fewerWordsBetween reports, each document by
// the query terms that it holds. A document that holds none loses.
func fewerWordsBetweenHeld(w *world, _ settings, x, y document) bool {
	if len(w.heldTerms(x)) == 0 || len(w.heldTerms(y)) == 0 {
		return len(w.heldTerms(x)) > 0
	}
	bestX, bestY := w.fewest(x, w.heldTerms(x)), w.fewest(y, w.heldTerms(y))
	return bestX[0] < bestY[0] || bestX[0] == bestY[0] && bestX[1] > bestY[1]
}

// shorterGroupsHeld reports whether the mean span of the groups of query terms is smaller in x than in y, for each document over the
// terms that it holds: prox5 as Klose reads it.
func shorterGroupsHeld(w *world, _ settings, x, y document) bool {
	if len(w.heldTerms(x)) == 0 || len(w.heldTerms(y)) == 0 {
		return len(w.heldTerms(x)) > 0
	}
	return exceeds(w.meanSpan(y, w.heldTerms(y)), w.meanSpan(x, w.heldTerms(x)))
}

func (w *world) fewest(d document, terms []string) (fewest [2]int) {
	numOthers, _ := w.groups(d, terms)
	fewest[0] = slices.Min(numOthers)
	for _, n := range numOthers {
		if n == fewest[0] {
			fewest[1]++
		}
	}
	return fewest
}

// shorterGroups reports for prox5 whether the mean span of the groups is smaller in x.
func shorterGroups(w *world, _ settings, x, y document) bool {
	terms := w.sharedTerms(x, y)
	return len(terms) >= 2 && exceeds(w.meanSpan(y, terms), w.meanSpan(x, terms))
}

func (w *world) meanSpan(d document, terms []string) float64 {
	_, spans := w.groups(d, terms)
	sum := 0.0
	for _, span := range spans {
		sum += float64(span)
	}
	return sum / float64(len(spans))
}

// twoTermsEach reports for tp whether both hold at least two distinct query terms.
func twoTermsEach(w *world, _ settings, x, y document) bool {
	return len(w.heldTerms(x)) >= 2 && len(w.heldTerms(y)) >= 2
}

// nearestTwo reports for tp whether the smallest distance between occurrences of two different
// query terms is smaller in x. Both have one.
func nearestTwo(w *world, s settings, x, y document) bool {
	nearest := func(d document) float64 {
		least := math.Inf(1)
		for _, pair := range w.pairs() {
			for _, p := range positions(d.words, pair[0]) {
				for _, q := range positions(d.words, pair[1]) {
					least = math.Min(least, math.Abs(float64(p-q)))
				}
			}
		}
		return least
	}
	return twoTermsEach(w, s, x, y) && nearest(x) < nearest(y)
}

// nearestTwoFurther reports for tp, camara-code, what nearestTwo reports of the documents exchanged.
func nearestTwoFurther(w *world, s settings, x, y document) bool { return nearestTwo(w, s, y, x) }
