package eval

import (
	"math"
	"slices"
)

// unjudged is the grade of a ranked document without a judgement.
const unjudged = math.MinInt

// ranking holds the grades of one query's documents. In every measure, cut 0 means the whole ranking, and
// a document is relevant if its grade is at least level.
type ranking struct {
	grades       []int // the grades of the ranked documents, best first
	judgedGrades []int // the grades of all judged documents, highest first; negative ones are last
}

// top returns the grades of the first cut documents.
func (r *ranking) top(cut int) []int {
	if cut == 0 || cut > len(r.grades) {
		return r.grades
	}
	return r.grades[:cut]
}

// countFrom counts the judged documents of at least this grade.
func (r *ranking) countFrom(grade int) int {
	n, _ := slices.BinarySearchFunc(r.judgedGrades, grade, func(have, want int) int {
		if have >= want {
			return -1
		}
		return 1
	})
	return n
}

// hits returns the number of grades that are at least level.
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

func countOne(*ranking, int, int) float64          { return 1 }
func numRetrieved(r *ranking, _, _ int) float64    { return float64(len(r.grades)) }
func numRelevant(r *ranking, level, _ int) float64 { return float64(r.countFrom(level)) }

// precision returns the share of relevant documents in the first cut ranks. Empty ranks count as not relevant.
func precision(r *ranking, level, cut int) float64 { return ratio(hits(r.top(cut), level), cut) }

// recall returns the share of the relevant documents that are in the first cut ranks.
func recall(r *ranking, level, cut int) float64 {
	return ratio(hits(r.top(cut), level), r.countFrom(level))
}

// rPrecision returns the precision at rank R, the number of relevant documents.
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

// judgedShare returns the share of judged documents, of any grade, in the first cut ranks.
func judgedShare(r *ranking, _, cut int) float64 { return ratio(hits(r.top(cut), unjudged+1), cut) }

// averagePrecision sums the precision at each retrieved relevant document and divides by the number of relevant documents.
func averagePrecision(r *ranking, level, cut int) float64 {
	R := r.countFrom(level)
	if R == 0 {
		return 0
	}
	sum, numHits := 0.0, 0
	for i, g := range r.top(cut) {
		if g >= level {
			numHits++
			sum += float64(numHits) / float64(i+1)
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

// ndcg returns the discounted gain of the ranking divided by that of the best ranking. The gain is the grade, or 0 for negative grades.
// The discount is 1/log2(rank + 1). Source: Järvelin and Kekäläinen 2002, as trec_eval computes it.
func ndcg(r *ranking, _, cut int) float64 {
	ideal := r.judgedGrades[:r.countFrom(1)]
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

// bpref returns a mean over the R relevant documents (Buckley and Voorhees 2004). The value of a document is the share of the first R
// documents judged not relevant that rank below the document. Documents without a judgement or of negative grade do not count.
func bpref(r *ranking, level, _ int) float64 {
	R := r.countFrom(level)
	if R == 0 {
		return 0
	}
	N := r.countFrom(0) - R
	sum, numNonrelevant := 0.0, 0
	for _, g := range r.grades {
		switch {
		case g >= level:
			sum += 1 - ratio(min(numNonrelevant, R), min(N, R))
		case g >= 0:
			numNonrelevant++
		}
	}
	return sum / float64(R)
}
