package mix

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
)

// FeatureNames name what Features returns, in order. a is the first run, that of BM25, b the second, an encoder's cosine.
var FeatureNames = []string{"top_a", "mean_a", "deviation_a", "top_z_a", "gap_a", "top_b", "mean_b", "deviation_b", "top_z_b", "gap_b",
	"overlap_10", "overlap", "rank_correlation", "a_of_top_b", "b_of_top_a"}

// Features returns what two runs say of a query without judgements; nil where either run has fewer than two documents of it.
func (q *Query) Features() []float64 {
	a, b := q.ranked[0], q.ranked[1]
	if len(q.ranked) != 2 || len(a) < 2 || len(b) < 2 {
		return nil
	}
	features := append(shape(a), shape(b)...)
	zA, leastA := ZScore.byDocument(a)
	zB, leastB := ZScore.byDocument(b)
	common := 0
	for id := range zA {
		if _, ok := zB[id]; ok {
			common++
		}
	}
	return append(features, overlap(a, b, 10), float64(common)/float64(min(len(a), len(b))), correlation(a, b),
		valueOr(zA, b[0].DocID, leastA), valueOr(zB, a[0].DocID, leastB))
}

// shape returns a list's highest score, mean, deviation, the highest one's z-score, and its distance to the second in deviations.
func shape(rows []corpus.RunRow) []float64 {
	mean, deviation := spread(rows)
	top, second := rows[0].Score, rows[1].Score
	if deviation == 0 {
		return []float64{top, mean, 0, 0, 0}
	}
	return []float64{top, mean, deviation, (top - mean) / deviation, (top - second) / deviation}
}

// byDocument returns the values of a list by document, and that of a document that it lacks.
func (m Method) byDocument(rows []corpus.RunRow) (map[string]float64, float64) {
	values, missing := m.values(rows)
	byDoc := make(map[string]float64, len(rows))
	for i, row := range rows {
		byDoc[row.DocID] = values[i]
	}
	return byDoc, missing
}

func valueOr(values map[string]float64, id string, missing float64) float64 {
	if v, ok := values[id]; ok {
		return v
	}
	return missing
}

// overlap returns the share of the first depth documents of either list that both have among them.
func overlap(a, b []corpus.RunRow, depth int) float64 {
	depth = min(depth, len(a), len(b))
	isTop := map[string]bool{}
	for _, row := range a[:depth] {
		isTop[row.DocID] = true
	}
	common := 0
	for _, row := range b[:depth] {
		if isTop[row.DocID] {
			common++
		}
	}
	return float64(common) / float64(depth)
}

// correlation returns Spearman's rank correlation over the documents that both lists have; 0 for fewer than three.
func correlation(a, b []corpus.RunRow) float64 {
	rankB := map[string]int{}
	for i, row := range b {
		rankB[row.DocID] = i
	}
	var places []int // in b, of the common documents in the order of a
	for _, row := range a {
		if i, ok := rankB[row.DocID]; ok {
			places = append(places, i)
		}
	}
	n := float64(len(places))
	if n < 3 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(places))
	squares := 0.0
	for i, p := range places {
		rank, _ := slices.BinarySearch(sorted, p)
		squares += float64(float64(i-rank) * float64(i-rank))
	}
	return 1 - float64(6*squares)/(n*(float64(n*n)-1))
}

// meanFeatures returns the mean of the features over the queries that have some, and their number. An empty list has none.
func (l *Lists) meanFeatures() (mean []float64, n int) {
	mean = make([]float64, len(FeatureNames))
	for i := range l.Queries {
		f := l.Queries[i].Features()
		if f == nil {
			continue
		}
		n++
		for k, v := range f {
			mean[k] += v
		}
	}
	for k := range mean {
		mean[k] /= math.Max(float64(n), 1)
	}
	return mean, n
}
