package axiomtest

import (
	"math"
	"slices"
)

// prox1 to prox3: both hold the same query terms, at least two.
func sameTerms(w *world, _ settings, x, y document) bool {
	return len(w.held(x)) >= 2 && slices.Equal(w.held(x), w.held(y))
}

// prox4 and prox5: both hold all query terms, at least two.
func bothComplete(w *world, _ settings, x, y document) bool {
	return len(w.terms()) >= 2 && w.complete(x) && w.complete(y)
}

// shared are the distinct query terms that both hold: all that either holds, under the preconditions above.
func (w *world) shared(x, y document) (terms []string) {
	for _, t := range w.held(x) {
		if y.holds(t) {
			terms = append(terms, t)
		}
	}
	return terms
}

// prox1: the mean over pairs of terms of the mean number of words between all their occurrences is smaller in x.
func closerOnAverage(w *world, _ settings, x, y document) bool {
	terms := w.shared(x, y)
	mean := func(d document) float64 {
		sum, pairs := 0.0, 0.0
		for i, s := range terms {
			for _, t := range terms[:i] {
				between, n := 0.0, 0.0
				for _, p := range places(d.words, s) {
					for _, q := range places(d.words, t) {
						between += math.Abs(float64(p-q)) - 1
						n++
					}
				}
				sum += between / n
				pairs++
			}
		}
		return sum / pairs
	}
	return len(terms) >= 2 && over(mean(y), mean(x))
}

// prox2: the sum of first positions is smaller in x.
func earlier(w *world, _ settings, x, y document) bool {
	first := func(d document) (sum int) {
		for _, t := range w.shared(x, y) {
			sum += places(d.words, t)[0]
		}
		return sum
	}
	return first(x) < first(y)
}

// prox3: the first position of the whole query as a phrase is smaller in x; a phrase that is not there stands at infinity.
func phraseEarlier(w *world, _ settings, x, y document) bool {
	at := func(d document) int {
		for i := range d.words {
			if end := i + len(w.query); end <= len(d.words) && end > i && slices.Equal(d.words[i:end], w.query) {
				return i
			}
		}
		return math.MaxInt
	}
	return at(x) < at(y)
}

// groups are prox4's: for every occurrence of a term the closest occurrence of each other term, of two equally close ones
// the earlier; each group as the number of words inside that are no query terms, and last - first position.
func (w *world) groups(d document, terms []string) (others, spans []int) {
	for _, t := range terms {
		for _, at := range places(d.words, t) {
			low, high := at, at
			for _, other := range terms {
				closest := places(d.words, other)[0]
				for _, p := range places(d.words, other) {
					if other != t && math.Abs(float64(p-at)) < math.Abs(float64(closest-at)) {
						closest = p
					}
				}
				if other != t {
					low, high = min(low, closest), max(high, closest)
				}
			}
			others = append(others, len(w.others(document{words: d.words[low : high+1]})))
			spans = append(spans, high-low)
		}
	}
	return others, spans
}

// prox4: the fewest other words within a group, and how many groups have so few: fewer wins, then more groups.
func fewerWordsBetween(w *world, _ settings, x, y document) bool {
	terms := w.shared(x, y)
	if len(terms) < 2 {
		return false
	}
	in, inOther := w.fewest(x, terms), w.fewest(y, terms)
	return in[0] < inOther[0] || in[0] == inOther[0] && in[1] > inOther[1]
}

func (w *world) fewest(d document, terms []string) (fewest [2]int) {
	others, _ := w.groups(d, terms)
	fewest[0] = slices.Min(others)
	for _, n := range others {
		if n == fewest[0] {
			fewest[1]++
		}
	}
	return fewest
}

// prox5: the mean span of the groups is smaller in x.
func shorterGroups(w *world, _ settings, x, y document) bool {
	terms := w.shared(x, y)
	mean := func(d document) float64 {
		_, spans := w.groups(d, terms)
		sum := 0.0
		for _, span := range spans {
			sum += float64(span)
		}
		return sum / float64(len(spans))
	}
	return len(terms) >= 2 && over(mean(y), mean(x))
}

// tp: both hold at least two distinct query terms.
func twoTermsEach(w *world, _ settings, x, y document) bool {
	return len(w.held(x)) >= 2 && len(w.held(y)) >= 2
}

// tp: the smallest distance between occurrences of two different query terms is smaller in x; both have one.
func nearestTwo(w *world, s settings, x, y document) bool {
	nearest := func(d document) float64 {
		least := math.Inf(1)
		for _, pair := range w.pairs() {
			for _, p := range places(d.words, pair[0]) {
				for _, q := range places(d.words, pair[1]) {
					least = math.Min(least, math.Abs(float64(p-q)))
				}
			}
		}
		return least
	}
	return twoTermsEach(w, s, x, y) && nearest(x) < nearest(y)
}
