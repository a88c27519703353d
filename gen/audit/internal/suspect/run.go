package suspect

import (
	"cmp"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Run holds a model's normal scores of documents for queries. A normal score is the quantile of the normal distribution at the rank of the
// score among all scores of the run. So cosines, logits and probabilities with the same order give the same Run.
type Run struct {
	Name    string
	queries map[string]*queryScores
}

// queryScores are the normal scores of a query's documents, with their mean and standard deviation.
type queryScores struct {
	scores          map[string]float64 // score of each document, by id
	mean, deviation float64
}

// NewRun returns a run with the scores of the lines of a file.
func NewRun(name string, lines []corpus.RunRow) *Run {
	r := &Run{Name: name, queries: map[string]*queryScores{}}
	normal := normalScores(lines)
	for i, line := range lines {
		q := r.queries[line.QueryID]
		if q == nil {
			q = &queryScores{scores: map[string]float64{}}
			r.queries[line.QueryID] = q
		}
		q.scores[line.DocID] = normal[i]
	}
	for _, line := range lines { // the order of the file makes the sums always the same
		q := r.queries[line.QueryID]
		q.mean += q.scores[line.DocID] / float64(len(q.scores))
	}
	for _, line := range lines {
		q := r.queries[line.QueryID]
		d := q.scores[line.DocID] - q.mean
		q.deviation += float64(d*d) / float64(len(q.scores))
	}
	for _, q := range r.queries {
		q.deviation = math.Sqrt(q.deviation)
	}
	return r
}

// normalScores returns the normal score of each line: for rank r of n, the quantile (r - .5) / n. Equal scores get their mean rank.
func normalScores(lines []corpus.RunRow) []float64 {
	order, normal := make([]uint32, len(lines)), make([]float64, len(lines))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(lines[a].Score, lines[b].Score) })
	below := 0
	for equal := range pairs.Adjacent(order, func(a, b uint32) bool { return lines[a].Score == lines[b].Score }) {
		part := (float64(below) + float64(float64(len(equal))/2)) / float64(len(lines))
		for _, i := range equal {
			normal[i] = math.Sqrt2 * math.Erfinv(float64(2*part)-1)
		}
		below += len(equal)
	}
	return normal
}

// Asks reports whether the run has documents for a query.
func (r *Run) Asks(query string) bool { return r.queries[query] != nil }

// Has reports whether the run scores a document for a query.
func (r *Run) Has(query, doc string) bool {
	_, has := r.score(query, doc)
	return has
}

// score returns the normal score of a document for a query; ok is false if the run has none.
func (r *Run) score(query, doc string) (score float64, ok bool) {
	if q := r.queries[query]; q != nil {
		score, ok = q.scores[doc]
	}
	return score, ok
}

// standardise returns the standard score of a normal score among the scores of a query; 0 if all are equal. The run must have the query.
func (r *Run) standardise(query string, score float64) float64 {
	q := r.queries[query]
	return standardise(score, q.mean, q.deviation)
}
