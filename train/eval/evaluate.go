package eval

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
)

// Options are trec_eval's -l, -M and -c.
type Options struct {
	Level    int  // -l: the smallest relevant grade; 0 means 1
	FromZero bool // -l 0: judged documents of grade 0 are relevant too, and Level is ignored
	MaxDocs  int  // -M: the number of documents used of each query; 0 means all
	Complete bool // -c: the summary covers every judged query, and one without results scores 0
}

// minGrade returns the smallest relevant grade.
func (o Options) minGrade() int {
	if o.FromZero {
		return 0
	}
	return max(o.Level, 1)
}

// Result holds a run's judged rankings, for measuring. It is read-only and safe for several goroutines.
type Result struct {
	Unjudged      []string // the queries of the run without any judgement, which are skipped; sorted by bytes
	Missing       []string // the judged queries without results; sorted by bytes
	options       Options
	judgedQueries []query // all judged queries, sorted by the id's bytes
}

// query is a judged query with its ranking in the run.
type query struct {
	id         string
	ranking    ranking
	hasResults bool // whether the run has results for the query
}

// Evaluate ranks the run's documents by descending score and looks up their judgements. It ignores the rank column. Scores
// are compared in single precision, as in trec_eval 9.0.8 and pytrec_eval. Documents of equal score are in descending order
// of the id's bytes. If a pair has two judgements, the higher grade counts.
func Evaluate(qrels []corpus.Qrel, run []corpus.RunRow, options Options) *Result {
	return EvaluateQueries(qrels, func(yield func([]corpus.RunRow) bool) {
		for _, rows := range byQuery(run) {
			if !yield(rank(slices.Clone(rows))) {
				return
			}
		}
	}, options)
}

// EvaluateQueries evaluates a run that yields each query once, with distinct documents in the order of Evaluate. It keeps no rows, so that
// large runs need little memory.
func EvaluateQueries(qrels []corpus.Qrel, run iter.Seq[[]corpus.RunRow], options Options) *Result {
	options.Level = options.minGrade()
	grades := map[string]map[string]int{}
	for _, q := range qrels {
		docGrades := grades[q.QueryID]
		if docGrades == nil {
			docGrades = map[string]int{}
			grades[q.QueryID] = docGrades
		}
		if grade, ok := docGrades[q.DocID]; !ok || q.Grade > grade {
			docGrades[q.DocID] = q.Grade
		}
	}
	result := &Result{options: options}
	inRun := map[string]bool{}
	for rows := range run {
		id := rows[0].QueryID
		docGrades := grades[id]
		if docGrades == nil {
			result.Unjudged = append(result.Unjudged, id)
			continue
		}
		inRun[id] = true
		q := newQuery(id, docGrades)
		q.hasResults = true
		if options.MaxDocs > 0 && options.MaxDocs < len(rows) {
			rows = rows[:options.MaxDocs]
		}
		q.ranking.grades = make([]int, len(rows))
		for i, row := range rows {
			grade, ok := docGrades[row.DocID]
			if !ok {
				grade = unjudged
			}
			q.ranking.grades[i] = grade
		}
		result.judgedQueries = append(result.judgedQueries, q)
	}
	for id, docGrades := range grades {
		if !inRun[id] {
			result.Missing = append(result.Missing, id)
			result.judgedQueries = append(result.judgedQueries, newQuery(id, docGrades))
		}
	}
	slices.Sort(result.Unjudged)
	slices.Sort(result.Missing)
	sort.Slice(result.judgedQueries, func(i, j int) bool { return result.judgedQueries[i].id < result.judgedQueries[j].id })
	return result
}

// newQuery returns a judged query without results.
func newQuery(id string, docGrades map[string]int) query {
	q := query{id: id}
	q.ranking.judgedGrades = slices.Sorted(maps.Values(docGrades))
	slices.Reverse(q.ranking.judgedGrades)
	return q
}

// byQuery returns the rows of each query. They share run's memory if they are adjacent in run.
func byQuery(run []corpus.RunRow) map[string][]corpus.RunRow {
	rows := map[string][]corpus.RunRow{}
	for begin := 0; begin < len(run); {
		id, end := run[begin].QueryID, begin+1
		for end < len(run) && run[end].QueryID == id {
			end++
		}
		if earlier := rows[id]; earlier != nil {
			rows[id] = append(earlier, run[begin:end]...)
		} else {
			rows[id] = run[begin:end:end]
		}
		begin = end
	}
	return rows
}

// rank sorts the rows of one query as trec_eval does. Of several rows of a document it keeps the first.
func rank(rows []corpus.RunRow) []corpus.RunRow {
	slices.SortFunc(rows, func(a, b corpus.RunRow) int {
		if c := cmp.Compare(float32(b.Score), float32(a.Score)); c != 0 {
			return c
		}
		return strings.Compare(b.DocID, a.DocID)
	})
	present := make(map[string]bool, len(rows))
	return slices.DeleteFunc(rows, func(row corpus.RunRow) bool {
		isRepeat := present[row.DocID]
		present[row.DocID] = true
		return isRepeat
	})
}

// Queries returns the ids of the judged queries that have results, sorted by bytes. trec_eval prints these queries.
func (r *Result) Queries() []string {
	var ids []string
	for _, q := range r.judgedQueries {
		if q.hasResults {
			ids = append(ids, q.id)
		}
	}
	return ids
}

// Summary returns the mean of a measure over all queries, or the sum if the measure is a count. Queries
// without results are included only under Options.Complete. For no query it returns 0.
func (r *Result) Summary(m Measure) float64 {
	sum, n := 0.0, 0
	for i := range r.judgedQueries {
		if q := &r.judgedQueries[i]; q.hasResults || r.options.Complete {
			sum += m.compute(q, r.options.Level)
			n++
		}
	}
	if m.family.count || n == 0 {
		return sum
	}
	return sum / float64(n)
}

// PerQuery returns the measure of each query in ids, in the same order. A query without results or judgements scores 0.
func (m Measure) PerQuery(r *Result, ids []string) []float64 {
	values := make([]float64, len(ids))
	for i, id := range ids {
		pos, ok := slices.BinarySearchFunc(r.judgedQueries, id, func(q query, id string) int { return strings.Compare(q.id, id) })
		if ok {
			values[i] = m.compute(&r.judgedQueries[pos], r.options.Level)
		}
	}
	return values
}

// compute returns the measure of one query. level is the smallest relevant grade, unless the measure has its own.
func (m Measure) compute(q *query, level int) float64 {
	if m.rel > 0 {
		level = m.rel
	}
	return m.family.value(&q.ranking, level, m.cut)
}

// MeanOf returns the mean of the named measure over all judged queries. A query without results scores
// 0. Retrieval models are tuned by this mean.
func MeanOf(measure string, minGrade int, qrels []corpus.Qrel, run []corpus.RunRow) (float64, error) {
	m, err := Parse(measure)
	if err != nil {
		return 0, err
	}
	return Evaluate(qrels, run, Options{Level: minGrade, Complete: true}).Summary(m), nil
}

// Mean returns the arithmetic mean of values, or 0 if there are none.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
