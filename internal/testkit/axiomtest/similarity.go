package axiomtest

import (
	"math"
	"slices"
)

// inTable returns the similarity of two words in the table; a word and itself have 1.
func (w *world) inTable(a, b string) float64 {
	if w.similar != nil {
		return w.similar(a, b)
	}
	if a == b {
		return 1
	}
	return w.sims[[2]string{min(a, b), max(a, b)}]
}

// inPlane returns the cosine of two words' vectors; ok is false for a word without a vector.
func (w *world) inPlane(a, b string) (sim float64, ok bool) {
	x, y := w.vectors[a], w.vectors[b]
	if x == nil || y == nil {
		return 0, false
	}
	return cos(x, y), true
}

// similarity returns the similarity of two words by the source that the parameter sim selects.
func (w *world) similarity(s settings, a, b string) (sim float64, ok bool) {
	if w.planar || s.text("sim", "configured") == "vectors" {
		return w.inPlane(a, b)
	}
	return w.inTable(a, b), true
}

func product(x, y []float64) (sum float64) {
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

func cos(x, y []float64) float64 {
	return product(x, y) / (math.Sqrt(product(x, x)) * math.Sqrt(product(y, y)))
}

// meanVector returns v of a text, the mean of its tokens' vectors, and nil where it is not defined.
func (w *world) meanVector(text []string) []float64 {
	mean, n := []float64(nil), 0
	for _, word := range text {
		if v := w.vectors[word]; v != nil {
			if mean == nil {
				mean = make([]float64, len(v))
			}
			n++
			for i := range v {
				mean[i] += v[i]
			}
		}
	}
	for i := range mean {
		mean[i] /= math.Max(float64(n), 1)
	}
	if math.Sqrt(product(mean, mean)) <= 1e-12 {
		return nil
	}
	return mean
}

// otherWords returns a document's tokens that are no query terms.
func (w *world) otherWords(d document) (text []string) {
	for _, word := range d.words {
		if !w.asks(word) {
			text = append(text, word)
		}
	}
	return text
}

// toQuery returns cos(v(d),v(q)); ok is false where one of them is not defined.
func (w *world) toQuery(d document) (cosine float64, ok bool) {
	v, q := w.meanVector(w.otherWords(d)), w.meanVector(w.query)
	if v == nil || q == nil {
		return 0, false
	}
	return cos(v, q), true
}

// asManyTermsWithVectors reports for stmc1 and stmc3 whether both hold as many distinct query
// terms, and v(x), v(y) and v(q) are defined.
func asManyTermsWithVectors(w *world, _ settings, x, y document) bool {
	_, first := w.toQuery(x)
	_, second := w.toQuery(y)
	return first && second && len(w.heldTerms(x)) == len(w.heldTerms(y))
}

// asManyTokensWithVectors reports for stmc1, camara-code, whether both hold as many occurrences of
// query terms, and v(x), v(y) and v(q) are defined.
func asManyTokensWithVectors(w *world, _ settings, x, y document) bool {
	_, first := w.toQuery(x)
	_, second := w.toQuery(y)
	return first && second && w.tokens(x) == w.tokens(y)
}

// otherWordsCloser reports for stmc1 whether cos(v(x),v(q)) > cos(v(y),v(q)).
func otherWordsCloser(w *world, _ settings, x, y document) bool {
	a, first := w.toQuery(x)
	b, second := w.toQuery(y)
	return first && second && exceeds(a, b)
}

// otherWordsFurther reports for stmc1, camara-code, whether cos(v(x),v(q)) < cos(v(y),v(q)).
func otherWordsFurther(w *world, s settings, x, y document) bool { return otherWordsCloser(w, s, y, x) }

// moreAlikeOnAverage reports for stmc1, klose, whether the mean similarity over distinct query
// terms and distinct terms of x is larger.
func moreAlikeOnAverage(w *world, s settings, x, y document) bool {
	mean := func(d document) float64 {
		sum, n := 0.0, 0.0
		for _, t := range w.terms() {
			for _, word := range distinct(d.words) {
				if sim, ok := w.similarity(s, t, word); ok {
					sum += sim
					n++
				}
			}
		}
		return sum / math.Max(n, 1)
	}
	return exceeds(mean(x), mean(y))
}

// likeOtherWords reports for stmc2 whether v(x) and v(y) are defined and their cosine is at least
// 1 - stmc_sim.
func likeOtherWords(w *world, s settings, x, y document) bool {
	u, v := w.meanVector(w.otherWords(x)), w.meanVector(w.otherWords(y))
	return u != nil && v != nil && !exceeds(1-s.value("stmc_sim", "0.2"), cos(u, v))
}

// moreTokens reports for stmc2 whether x holds more query tokens.
func moreTokens(w *world, _ settings, x, y document) bool { return w.tokens(x) > w.tokens(y) }

// sameRatio reports for stmc2, klose, whether |y|/|x| ~20% c(other,y)/c(query term,x) for all pairs
// (query term, other term of either document) of the highest similarity. A ratio over zero fulfils
// nothing.
func sameRatio(w *world, s settings, x, y document) bool {
	most := math.Inf(-1)
	words := slices.Concat(w.otherWords(x), w.otherWords(y))
	for _, t := range w.terms() {
		for _, word := range words {
			if sim, hasSim := w.similarity(s, t, word); hasSim {
				most = math.Max(most, sim)
			}
		}
	}
	ok := false
	for _, t := range w.terms() {
		for _, word := range words {
			sim, hasSim := w.similarity(s, t, word)
			if !hasSim || !equal(sim, most) {
				continue
			}
			ok = true
			if len(x.words) == 0 || x.count(t) == 0 ||
				!isClose(0.2, float64(len(y.words))/float64(len(x.words)), float64(y.count(word))/float64(x.count(t))) {
				return false
			}
		}
	}
	return ok
}

// sameRatioOfFirst reports for stmc2, klose-table, whether y lacks t and |y|/|x| ~20% c(other,y)/c(t,x) for some pair (t, other term of
// either document) of the highest similarity. t is the first drawn of the query terms with such a pair.
func sameRatioOfFirst(w *world, s settings, x, y document) bool {
	most := math.Inf(-1)
	words := slices.Concat(w.otherWords(x), w.otherWords(y))
	for _, t := range w.terms() {
		for _, word := range words {
			if sim, hasSim := w.similarity(s, t, word); hasSim {
				most = math.Max(most, sim)
			}
		}
	}
	for _, t := range w.drawnTerms(s) {
		hasPair, ok := false, false
		for _, word := range words {
			if sim, hasSim := w.similarity(s, t, word); hasSim && equal(sim, most) {
				hasPair = true
				ok = ok || y.count(t) == 0 && x.count(t) > 0 &&
					isClose(0.2, float64(len(y.words))/float64(len(x.words)), float64(y.count(word))/float64(x.count(t)))
			}
		}
		if hasPair {
			return ok
		}
	}
	return false
}

// tokensMakeUp reports for stmc3 whether x has more query tokens and cos(v(y),v(q)) >
// cos(v(x),v(q)).
func tokensMakeUp(w *world, s settings, x, y document) bool {
	return w.tokens(x) > w.tokens(y) && otherWordsCloser(w, s, y, x)
}

// fewerOthersMakeUp reports for stmc3, camara-code, whether x has fewer words that are no query terms and cos(v(y),v(q)) > cos(v(x),v(q)).
func fewerOthersMakeUp(w *world, s settings, x, y document) bool {
	return len(w.otherWords(x)) < len(w.otherWords(y)) && otherWordsCloser(w, s, y, x)
}
