// Package mix computes weighted sums of the scores of several runs. Judgements can choose the weights and measure the mixture.
package mix

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/numeral"
)

// Method determines the values that are added instead of a run's scores.
type Method string

// The methods. The values of a query depend only on the run's rows of this query.
const (
	ZScore Method = "z-score" // (score - mean) / standard deviation over the documents of the run; their minimum for any other document
	Rank   Method = "rank"    // 1 for the first document, in equal steps down to 1/n; 0 for a document that is not in the run
	RRF    Method = "rrf"     // 1 / (60 + rank) (Cormack, Clarke, Buettcher, SIGIR 2009); 0 for a document that is not in the run
)

// Methods lists the methods by name.
var Methods = []string{string(ZScore), string(Rank), string(RRF)}

// rrfConstant is the constant of reciprocal rank fusion in the paper of 2009.
const rrfConstant = 60

// Lists holds the documents of every query, each with one value for each run.
type Lists struct {
	Runs    int
	Queries []Query
	Partial int // the number of queries that are not in every run
}

// Query holds a query's documents: the union of the documents of all runs, in the order of runs, then of ranks.
type Query struct {
	ID     string
	DocIDs []string
	Values [][]float64       // Values[r][d] is the value of DocIDs[d] in run r
	ranked [][]corpus.RunRow // ranked[r] holds the rows of run r, best first
}

// Unite returns the documents and values of all runs. A run's rows are grouped by query, as in read.Run. names are for errors.
func Unite(runs [][]corpus.RunRow, names []string, method Method) (*Lists, error) {
	l := &Lists{Runs: len(runs)}
	numberOf := map[string]int{}
	for r, rows := range runs {
		for _, row := range rows {
			i, ok := numberOf[row.QueryID]
			if !ok {
				i = len(l.Queries)
				numberOf[row.QueryID] = i
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

// isShared reports whether two runs or more rank the query.
func (q Query) isShared() bool {
	return len(lists.Filter(q.ranked, func(rows []corpus.RunRow) bool { return len(rows) > 0 })) > 1
}

// unite sets DocIDs and Values from the rows of all runs.
func (q *Query) unite(method Method) {
	numberOf := map[string]int{}
	for _, rows := range q.ranked {
		for _, row := range rows {
			if _, ok := numberOf[row.DocID]; !ok {
				numberOf[row.DocID] = len(q.DocIDs)
				q.DocIDs = append(q.DocIDs, row.DocID)
			}
		}
	}
	for _, rows := range q.ranked {
		values, missing := method.values(rows)
		column := slices.Repeat([]float64{missing}, len(q.DocIDs))
		for i, row := range rows {
			column[numberOf[row.DocID]] = values[i]
		}
		q.Values = append(q.Values, column)
	}
}

// values returns the value of every row, and the value of documents that are not in the run. The rows are sorted, best first.
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
		scores := numeral.Scaled(lists.Map(rows, func(row corpus.RunRow) float64 { return row.Score }))
		mean, deviation := meanAndDeviation(scores)
		for i, score := range scores {
			if deviation > 0 {
				values[i] = (score - mean) / deviation
			}
			missing = min(missing, values[i])
		}
	}
	return values, missing
}

// meanAndDeviation returns the mean and the standard deviation (divisor n) of scores.
func meanAndDeviation(scores []float64) (mean, deviation float64) {
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

// Mix returns the mixture as a run. The documents of a query are sorted by descending sum, then by descending bytes of the id.
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
