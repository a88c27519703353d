package eval

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
)

// Lists are the candidate lists of queries with their judgements, to be measured under new scores again and again: what
// Evaluate and PerQuery give for a run of the same scores, without looking up an id. They are safe for several goroutines.
type Lists struct {
	level   int
	queries []list
}

// list is one query.
type list struct {
	grades []int // by candidate
	judged []int // as in ranking
	place  []int // by candidate: its place in the order of falling ids, which decides ties
}

// List is a query with its candidates.
type List struct {
	QueryID string
	DocIDs  []string // each once
}

// NewLists looks up the judgements of every candidate.
func NewLists(qrels []corpus.Qrel, queries []List, options Options) *Lists {
	l := &Lists{level: options.smallest()}
	var rows []corpus.Scored
	for _, q := range queries {
		for i, id := range q.DocIDs { // so that the ranking has the order of the candidates
			rows = append(rows, corpus.Scored{QueryID: q.QueryID, DocID: id, Score: float64(-i)})
		}
	}
	judged := Evaluate(qrels, rows, options)
	for _, q := range queries {
		var of list
		at, ok := slices.BinarySearchFunc(judged.judged, q.QueryID, func(q query, id string) int { return strings.Compare(q.id, id) })
		if ok {
			of.grades, of.judged = judged.judged[at].ranking.grades, judged.judged[at].ranking.judged
		} else {
			of.grades = slices.Repeat([]int{unjudged}, len(q.DocIDs))
		}
		byID := make([]int, len(q.DocIDs))
		for i := range byID {
			byID[i] = i
		}
		slices.SortFunc(byID, func(a, b int) int { return strings.Compare(q.DocIDs[b], q.DocIDs[a]) })
		of.place = make([]int, len(byID))
		for place, i := range byID {
			of.place[i] = place
		}
		l.queries = append(l.queries, of)
	}
	return l
}

// PerQuery gives the measure of each query when its candidates have the scores that scores gives for it.
func (l *Lists) PerQuery(m Measure, scores func(query int) []float64) []float64 {
	values := make([]float64, len(l.queries))
	var order []int
	for i := range l.queries {
		of := &l.queries[i]
		score := scores(i)
		order = order[:0]
		for c := range of.grades {
			order = append(order, c)
		}
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(float32(score[b]), float32(score[a])), cmp.Compare(of.place[a], of.place[b]))
		})
		q := query{ranking: ranking{grades: make([]int, len(order)), judged: of.judged}}
		for rank, c := range order {
			q.ranking.grades[rank] = of.grades[c]
		}
		values[i] = m.of(&q, l.level)
	}
	return values
}
