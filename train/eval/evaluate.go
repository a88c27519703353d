package eval

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
)

// Options are trec_eval's -l, -M and -c.
type Options struct {
	Level    int  // -l: smallest relevant grade; 0 means 1
	FromZero bool // -l 0: judged documents of grade 0 are relevant too, and Level is not looked at
	MaxDocs  int  // -M: documents looked at per query; 0 means all
	Complete bool // -c: the summary covers every judged query; one without results scores 0
}

// smallest returns the smallest relevant grade.
func (o Options) smallest() int {
	if o.FromZero {
		return 0
	}
	return max(o.Level, 1)
}

// Result holds a run's rankings, judged, ready to be measured. It is read-only and safe for several goroutines.
type Result struct {
	Unjudged   []string // queries of the run without any judgement, skipped; sorted by bytes
	Missing    []string // judged queries without results; sorted by bytes
	Duplicates int      // rows of the run that name a query's document again; the best score was kept
	options    Options
	judged     []query // all judged queries, sorted by the id's bytes
}

type query struct {
	id      string
	ranking ranking
	inRun   bool
}

// Evaluate ranks the run's documents by falling score in single precision, as trec_eval 9.0.8 and pytrec_eval hold it, ties by falling
// bytes of the document id, and looks up their judgements; the rank column plays no part. Of two judgements of a pair the higher grade
// counts.
func Evaluate(qrels []corpus.Qrel, run []corpus.Scored, options Options) *Result {
	options.Level = options.smallest()
	grades := map[string]map[string]int{}
	for _, q := range qrels {
		of := grades[q.QueryID]
		if of == nil {
			of = map[string]int{}
			grades[q.QueryID] = of
		}
		if have, seen := of[q.DocID]; !seen || q.Grade > have {
			of[q.DocID] = q.Grade
		}
	}
	rows := map[string][]corpus.Scored{}
	for _, row := range run {
		rows[row.QueryID] = append(rows[row.QueryID], row)
	}
	result := &Result{options: options}
	for id := range rows {
		if grades[id] == nil {
			result.Unjudged = append(result.Unjudged, id)
		}
	}
	slices.Sort(result.Unjudged)
	for id, of := range grades {
		q := query{id: id, inRun: len(rows[id]) > 0}
		for _, grade := range of {
			q.ranking.judged = append(q.ranking.judged, grade)
		}
		slices.SortFunc(q.ranking.judged, func(a, b int) int { return cmp.Compare(b, a) })
		ranked, again := rank(rows[id])
		result.Duplicates += again
		if options.MaxDocs > 0 && options.MaxDocs < len(ranked) {
			ranked = ranked[:options.MaxDocs]
		}
		q.ranking.grades = make([]int, len(ranked))
		for i, row := range ranked {
			grade, ok := of[row.DocID]
			if !ok {
				grade = unjudged
			}
			q.ranking.grades[i] = grade
		}
		if !q.inRun {
			result.Missing = append(result.Missing, id)
		}
		result.judged = append(result.judged, q)
	}
	slices.Sort(result.Missing)
	slices.SortFunc(result.judged, func(a, b query) int { return strings.Compare(a.id, b.id) })
	return result
}

// rank sorts the rows of one query as trec_eval does and drops later rows of a document, which it counts.
func rank(rows []corpus.Scored) (ranked []corpus.Scored, again int) {
	slices.SortFunc(rows, func(a, b corpus.Scored) int {
		if c := cmp.Compare(float32(b.Score), float32(a.Score)); c != 0 {
			return c
		}
		return strings.Compare(b.DocID, a.DocID)
	})
	seen := make(map[string]bool, len(rows))
	ranked = slices.DeleteFunc(rows, func(row corpus.Scored) bool {
		was := seen[row.DocID]
		seen[row.DocID] = true
		return was
	})
	return ranked, len(rows) - len(ranked)
}

// Queries lists the ids of the judged queries that have results, sorted by bytes: those that trec_eval prints.
func (r *Result) Queries() []string {
	var ids []string
	for _, q := range r.judged {
		if q.inRun {
			ids = append(ids, q.id)
		}
	}
	return ids
}

// Summary is the measure over all queries: the mean, or for counts the sum. Queries without results take part only under
// Options.Complete. It is 0 when there is no query.
func (r *Result) Summary(m Measure) float64 {
	sum, n := 0.0, 0
	for i := range r.judged {
		if q := &r.judged[i]; q.inRun || r.options.Complete {
			sum += m.of(q, r.options.Level)
			n++
		}
	}
	if m.family.count || n == 0 {
		return sum
	}
	return sum / float64(n)
}

// PerQuery gives the measure for each of the ids, in their order. A query without results or without judgements scores
// 0, so that a mean never shrinks to the queries that a run happens to answer.
func (m Measure) PerQuery(r *Result, ids []string) []float64 {
	values := make([]float64, len(ids))
	for i, id := range ids {
		at, ok := slices.BinarySearchFunc(r.judged, id, func(q query, id string) int { return strings.Compare(q.id, id) })
		if ok {
			values[i] = m.of(&r.judged[at], r.options.Level)
		}
	}
	return values
}

func (m Measure) of(q *query, level int) float64 {
	if m.rel > 0 {
		level = m.rel
	}
	return m.family.value(&q.ranking, level, m.cut)
}

// Named is the mean of the measure of that name over all judged queries; one without results counts 0. It is what retrieval models
// are tuned by (tune.Evaluate).
func Named(measure string, minGrade int, qrels []corpus.Qrel, run []corpus.Scored) (float64, error) {
	m, err := Parse(measure)
	if err != nil {
		return 0, err
	}
	return Evaluate(qrels, run, Options{Level: minGrade, Complete: true}).Summary(m), nil
}

// Mean is the arithmetic mean, 0 of nothing.
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
