package queries

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
)

// use is a term of a document: how much the document prefers it, and where it stands first.
type use struct {
	term   uint32
	weight float64
	first  word
}

// uses weighs the terms of a text by p(w|d) ln(p(w|d) / p(w|C)), what each adds to the divergence of the document's language model from
// the collection's, times early; what stands there no more often than in the collection is left out. p(w|d) is the share of the
// document's words.
//
// PROP (Ma et al., WSDM 2021) draws words by p(w|d) smoothed with p(w|C); B-PROP (Ma et al., SIGIR 2021) and ARES (Chen et al., SIGIR
// 2022) contrast the document with the collection, because common words make no query. Of the ways to do so this one was chosen by the
// log likelihood, per word, of what the training queries of WikiQA, SciFact and MS MARCO share with their relevant documents: -2.13,
// -4.09, -2.48. Without early it is -2.38, -4.10, -2.71; by idf -2.49, -4.56, -3.07; every word alike -2.51, -4.46, -3.08.
func uses(x index.Reader, t *text) []use {
	return weigh(t, func(term uint32) float64 { return float64(x.CollFreq(term)) / float64(x.TotalTerms()) })
}

// weigh does what uses does against another model than the collection's.
func weigh(t *text, model func(term uint32) float64) []use {
	counts := map[uint32]int{}
	var list []use
	for _, w := range t.words {
		if counts[w.term]++; counts[w.term] == 1 {
			list = append(list, use{term: w.term, first: w})
		}
	}
	for i := range list {
		p := float64(counts[list[i].term]) / float64(len(t.words))
		list[i].weight = p * math.Log(p/model(list[i].term)) * early(t, list[i].first.begin)
	}
	return slices.DeleteFunc(list, func(u use) bool { return !(u.weight > 0) })
}

// early returns e^-2x for what begins after the share x of a text: what it is about, and what people ask of it, stands early.
func early(t *text, offset int) float64 { return math.Exp(-2 * float64(offset) / float64(len(t.raw))) }

// draw takes n of the list without replacement, each next one with a probability in proportion to its weight among the rest (Efraimidis,
// Spirakis 2006); all where there are no more.
func draw[T any](rng *rand.Rand, list []T, n int, weight func(T) float64) []T {
	type keyed struct {
		key  float64
		item T
	}
	keys := make([]keyed, len(list))
	for i, item := range list {
		keys[i] = keyed{math.Log(1-float64(rng.Float64())) / weight(item), item}
	}
	slices.SortStableFunc(keys, func(a, b keyed) int { return cmp.Compare(b.key, a.key) })
	var sample []T
	for _, k := range keys[:min(n, len(keys))] {
		sample = append(sample, k.item)
	}
	return sample
}

// length draws how many words a query has: one, and a number from a Poisson distribution, so that the mean is the given one.
func length(rng *rand.Rand, mean float64) int {
	n, p, least := 1, rng.Float64(), math.Exp(1-mean)
	for p > least {
		p *= rng.Float64()
		n++
	}
	return n
}
