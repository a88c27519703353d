package eval

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
)

// Lists holds the candidates of queries and their judgements. It measures rerankings of these candidates
// without looking up ids; the values are those of Evaluate and PerQuery. It is safe for several goroutines.
type Lists struct {
	level   int
	queries []judgedList
}

// judgedList holds the grades of one query's candidates.
type judgedList struct {
	grades       []int // the grade of each candidate
	judgedGrades []int // the grades of all judged documents, as in ranking
	place        []int // the position of each candidate in the descending order of ids, which breaks ties
}

// List is a query with its candidates.
type List struct {
	QueryID string
	DocIDs  []string // the candidates, each once
}

// NewLists returns the lists with the judgements of all candidates.
func NewLists(qrels []corpus.Qrel, queries []List, options Options) *Lists {
	l := &Lists{level: options.minGrade()}
	var rows []corpus.RunRow
	for _, q := range queries {
		for i, id := range q.DocIDs { // scores that keep the order of the candidates
			rows = append(rows, corpus.RunRow{QueryID: q.QueryID, DocID: id, Score: float64(-i)})
		}
	}
	result := Evaluate(qrels, rows, options)
	for _, q := range queries {
		var entry judgedList
		pos, ok := slices.BinarySearchFunc(result.judgedQueries, q.QueryID, func(j query, id string) int { return strings.Compare(j.id, id) })
		if ok { // the list of a query that is not judged stays empty
			entry.grades, entry.judgedGrades = result.judgedQueries[pos].ranking.grades, result.judgedQueries[pos].ranking.judgedGrades
		}
		byID := make([]int, len(q.DocIDs))
		for i := range byID {
			byID[i] = i
		}
		slices.SortFunc(byID, func(a, b int) int { return strings.Compare(q.DocIDs[b], q.DocIDs[a]) })
		entry.place = make([]int, len(byID))
		for place, i := range byID {
			entry.place[i] = place
		}
		l.queries = append(l.queries, entry)
	}
	return l
}

// PerQuery returns the measure of each query, reranked by scores. scores returns a score for each candidate of query number query.
func (l *Lists) PerQuery(m Measure, scores func(query int) []float64) []float64 {
	values := make([]float64, len(l.queries))
	var order []int
	for i := range l.queries {
		entry := &l.queries[i]
		score := scores(i)
		order = order[:0]
		for c := range entry.grades {
			order = append(order, c)
		}
		slices.SortFunc(order, func(a, b int) int { // compares float32 as trec_eval does
			return cmp.Or(cmp.Compare(float32(score[b]), float32(score[a])), cmp.Compare(entry.place[a], entry.place[b]))
		})
		q := query{ranking: ranking{grades: make([]int, len(order)), judgedGrades: entry.judgedGrades}}
		for rank, c := range order {
			q.ranking.grades[rank] = entry.grades[c]
		}
		values[i] = m.compute(&q, l.level)
	}
	return values
}
