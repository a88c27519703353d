// Package mix adds the scores of several runs of the same queries with weights. Judgements can choose the weights, and measure the sum.
package mix

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// Method is how the scores of a run become values that can be added.
type Method string

// The methods. Each looks at one query at a time.
const (
	ZScore Method = "z-score" // (score - mean) / standard deviation over the run's documents; the run's lowest value for missing ones
	Rank   Method = "rank"    // 1 for the first document, in equal steps down to 1/n; 0 for a document that it lacks
	RRF    Method = "rrf"     // 1 / (60 + rank) (Cormack, Clarke, Buettcher, SIGIR 2009); 0 for a document that it lacks
)

// Methods lists the methods by name.
var Methods = []string{string(ZScore), string(Rank), string(RRF)}

// rrfConstant is the constant of reciprocal rank fusion in its paper.
const rrfConstant = 60

// Lists holds the documents of every query, each with one value for each run.
type Lists struct {
	Runs    int
	Queries []Query
	Partial int // queries that not every run has
}

// Query is a query's documents: the union of those of all runs, in the order in which runs and ranks name them.
type Query struct {
	ID     string
	DocIDs []string
	Values [][]float64 // by run, then by document
	ranked [][]corpus.RunRow
}

// Unite unites the documents of runs, whose rows are grouped by query as read.Run returns them. names are for errors.
func Unite(runs [][]corpus.RunRow, names []string, method Method) (*Lists, error) {
	l := &Lists{Runs: len(runs)}
	place := map[string]int{}
	for r, rows := range runs {
		for _, row := range rows {
			i, ok := place[row.QueryID]
			if !ok {
				i = len(l.Queries)
				place[row.QueryID] = i
				l.Queries = append(l.Queries, Query{ID: row.QueryID, ranked: make([][]corpus.RunRow, len(runs))})
			}
			if math.IsInf(row.Score, 0) && method == ZScore {
				return nil, errs.BadInput(names[r], 0, "mix ranks: --method rank", "query %q: document %q has an infinite score",
					row.QueryID, row.DocID)
			}
			q := &l.Queries[i]
			q.ranked[r] = append(q.ranked[r], row)
		}
	}
	for i := range l.Queries {
		l.Queries[i].unite(method)
		if slices.ContainsFunc(l.Queries[i].ranked, func(rows []corpus.RunRow) bool { return len(rows) == 0 }) {
			l.Partial++
		}
	}
	return l, nil
}

// unite lists the query's documents and their values.
func (q *Query) unite(method Method) {
	place := map[string]int{}
	for _, rows := range q.ranked {
		for _, row := range rows {
			if _, ok := place[row.DocID]; !ok {
				place[row.DocID] = len(q.DocIDs)
				q.DocIDs = append(q.DocIDs, row.DocID)
			}
		}
	}
	for _, rows := range q.ranked {
		values, missing := method.values(rows)
		column := slices.Repeat([]float64{missing}, len(q.DocIDs))
		for i, row := range rows {
			column[place[row.DocID]] = values[i]
		}
		q.Values = append(q.Values, column)
	}
}

// values returns the value of every row, best first, and the value of documents that the run lacks.
func (m Method) values(rows []corpus.RunRow) (values []float64, missing float64) {
	values = make([]float64, len(rows))
	switch m {
	case Rank:
		for i := range rows {
			values[i] = 1 - float64(i)/float64(len(rows))
		}
	case RRF:
		for i := range rows {
			values[i] = 1 / float64(rrfConstant+i+1)
		}
	default:
		scores := make([]float64, len(rows))
		for i, row := range rows {
			scores[i] = row.Score
		}
		scores = numeral.Scaled(scores)
		mean, deviation := spread(scores)
		for i, score := range scores {
			if deviation > 0 {
				values[i] = (score - mean) / deviation
			}
			missing = min(missing, values[i])
		}
	}
	return values, missing
}

// spread returns the mean and the population's standard deviation of scores.
func spread(scores []float64) (mean, deviation float64) {
	for _, score := range scores {
		mean += score / float64(len(scores))
	}
	for _, score := range scores {
		deviation += float64((score-mean)*(score-mean)) / float64(len(scores))
	}
	return mean, math.Sqrt(deviation)
}

// Scores returns the weighted sum of the values of query i, by document.
func (l *Lists) Scores(i int, weights []float64) []float64 {
	q := &l.Queries[i]
	sums := make([]float64, len(q.DocIDs))
	for r, w := range weights {
		for d, v := range q.Values[r] {
			sums[d] += float64(w * v)
		}
	}
	return sums
}

// Mix returns the run of the weighted sums: queries in their order, documents by falling sum, ties by falling bytes of the id.
func (l *Lists) Mix(weights []float64) []corpus.RunRow {
	var rows []corpus.RunRow
	for i := range l.Queries {
		q, scores := &l.Queries[i], l.Scores(i, weights)
		first := len(rows)
		for d, id := range q.DocIDs {
			rows = append(rows, corpus.RunRow{QueryID: q.ID, DocID: id, Score: scores[d]})
		}
		slices.SortFunc(rows[first:], func(a, b corpus.RunRow) int {
			return cmp.Or(cmp.Compare(float32(b.Score), float32(a.Score)), strings.Compare(b.DocID, a.DocID))
		})
		for rank := range rows[first:] {
			rows[first+rank].Rank = rank + 1
		}
	}
	return rows
}
