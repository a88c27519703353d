package eval

import (
	"math"
	"slices"
)

// unjudged marks a document of the ranking that has no judgement.
const unjudged = math.MinInt

// ranking is one query as the measures see it: the grades down the ranking, and all grades that were judged. In every
// measure, cut 0 means the whole ranking and a document is relevant from grade level on.
type ranking struct {
	grades []int // of the ranked documents, best first; unjudged where there is no judgement
	judged []int // grades of all judged documents, highest first; negative ones last
}

// top is the ranking down to a cutoff.
func (r *ranking) top(cut int) []int {
	if cut == 0 || cut > len(r.grades) {
		return r.grades
	}
	return r.grades[:cut]
}

// countFrom counts the judged documents of at least this grade.
func (r *ranking) countFrom(grade int) int {
	n, _ := slices.BinarySearchFunc(r.judged, grade, func(have, want int) int {
		if have >= want {
			return -1
		}
		return 1
	})
	return n
}

func hits(grades []int, level int) int {
	n := 0
	for _, g := range grades {
		if g >= level {
			n++
		}
	}
	return n
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func one(*ranking, int, int) float64            { return 1 }
func retrieved(r *ranking, _, _ int) float64    { return float64(len(r.grades)) }
func relevant(r *ranking, level, _ int) float64 { return float64(r.countFrom(level)) }
func relevantRetrieved(r *ranking, level, _ int) float64 {
	return float64(hits(r.grades, level))
}

// precision is the share of the first cut ranks that hold a relevant document; ranks not filled count as not relevant.
func precision(r *ranking, level, cut int) float64 { return ratio(hits(r.top(cut), level), cut) }

// recall is the share of the relevant documents found in the first cut ranks.
func recall(r *ranking, level, cut int) float64 {
	return ratio(hits(r.top(cut), level), r.countFrom(level))
}

// rPrecision is the precision at rank R, the number of relevant documents.
func rPrecision(r *ranking, level, _ int) float64 {
	R := r.countFrom(level)
	if R == 0 {
		return 0
	}
	return precision(r, level, R)
}

func success(r *ranking, level, cut int) float64 {
	return float64(min(1, hits(r.top(cut), level)))
}

// judged is the share of the first cut ranks that hold a document with a judgement, of whatever grade.
func judged(r *ranking, _, cut int) float64 { return ratio(hits(r.top(cut), unjudged+1), cut) }

// averagePrecision sums the precision at each relevant document found and divides by all relevant documents.
func averagePrecision(r *ranking, level, cut int) float64 {
	R := r.countFrom(level)
	if R == 0 {
		return 0
	}
	sum, found := 0.0, 0
	for i, g := range r.top(cut) {
		if g >= level {
			found++
			sum += float64(found) / float64(i+1)
		}
	}
	return sum / float64(R)
}

func reciprocalRank(r *ranking, level, cut int) float64 {
	for i, g := range r.top(cut) {
		if g >= level {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// ndcg is the discounted gain of the ranking over that of the best one; the gain is the grade (negative ones gain
// nothing), the discount 1/log2(rank + 1): Järvelin and Kekäläinen 2002 as trec_eval computes it.
func ndcg(r *ranking, _, cut int) float64 {
	ideal := r.judged[:r.countFrom(1)]
	if cut > 0 && cut < len(ideal) {
		ideal = ideal[:cut]
	}
	best := dcg(ideal)
	if best == 0 {
		return 0
	}
	return dcg(r.top(cut)) / best
}

func dcg(grades []int) float64 {
	sum := 0.0
	for i, g := range grades {
		if g > 0 {
			sum += float64(g) / math.Log2(float64(i+2))
		}
	}
	return sum
}

// bpref is the mean, over the R relevant documents, of the share of the first R documents judged not relevant that are
// ranked below (Buckley and Voorhees 2004). Documents without judgement and those of negative grade do not count.
func bpref(r *ranking, level, _ int) float64 {
	R := r.countFrom(level)
	if R == 0 {
		return 0
	}
	N := r.countFrom(0) - R
	sum, above := 0.0, 0
	for _, g := range r.grades {
		switch {
		case g >= level:
			sum += 1 - ratio(min(above, R), min(N, R))
		case g >= 0:
			above++
		}
	}
	return sum / float64(R)
}
