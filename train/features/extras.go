package features

import (
	"math"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
)

// numExtras is the number of extra features of a document for a query (McDonald, Brokos and Androutsopoulos, EMNLP 2018,
// section 3.3, for the first four):
//
//	0  the first stage's score, standardised over the query's candidates
//	1  share of the query's distinct terms that the document holds
//	2  the same with each term weighed by its IDF
//	3  share of the query's distinct pairs of neighbouring terms that are neighbours in the document, in their order
//	4  ln(1 + length in terms)
const numExtras = 5

// extras computes the extra features of a query's documents.
type extras struct {
	terms   map[uint32]float64 // of the query: IDF
	bigrams map[[2]uint32]bool
	total   float64 // of the IDF
	mean    float64 // of the candidates' scores
	sd      float64
	lowest  float64
}

// newExtras prepares the features of a query with its candidates' scores. A candidate without a score
// counts as the lowest.
func newExtras(x index.Reader, q *mine.Query, scores []float64) *extras {
	e := &extras{terms: map[uint32]float64{}, bigrams: map[[2]uint32]bool{}, lowest: math.Inf(1)}
	for i, t := range q.Terms {
		if !isKnown(x, t) {
			continue
		}
		if _, ok := e.terms[t]; !ok {
			idf := weighting.IDF(x.NumDocs(), x.DocFreq(t))
			e.terms[t] = idf
			e.total += idf
		}
		if i > 0 && isKnown(x, q.Terms[i-1]) {
			e.bigrams[[2]uint32{q.Terms[i-1], t}] = true
		}
	}
	for _, s := range scores {
		if !math.IsInf(s, 0) && !math.IsNaN(s) {
			e.lowest = min(e.lowest, s)
		}
	}
	if math.IsInf(e.lowest, 1) {
		e.lowest = 0
	}
	for _, s := range scores {
		e.mean += e.scoreOrLowest(s) / float64(len(scores))
	}
	for _, s := range scores {
		e.sd += (e.scoreOrLowest(s) - e.mean) * (e.scoreOrLowest(s) - e.mean) / float64(len(scores))
	}
	e.sd = math.Sqrt(e.sd)
	return e
}

func (e *extras) scoreOrLowest(score float64) float64 {
	if math.IsInf(score, 0) || math.IsNaN(score) {
		return e.lowest
	}
	return score
}

// compute returns the features of a document with its score.
func (e *extras) compute(terms []uint32, score float64) []float64 {
	out := make([]float64, numExtras)
	if e.sd > 0 {
		out[0] = (e.scoreOrLowest(score) - e.mean) / e.sd
	}
	matches, idf := map[uint32]bool{}, 0.0
	pairs := map[[2]uint32]bool{}
	for i, t := range terms {
		if weight, ok := e.terms[t]; ok && !matches[t] {
			matches[t] = true
			idf += weight
		}
		if i > 0 {
			if pair := [2]uint32{terms[i-1], t}; e.bigrams[pair] {
				pairs[pair] = true
			}
		}
	}
	out[1] = share(float64(len(matches)), float64(len(e.terms)))
	out[2] = share(idf, e.total)
	out[3] = share(float64(len(pairs)), float64(len(e.bigrams)))
	out[4] = math.Log1p(float64(len(terms)))
	return out
}

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
