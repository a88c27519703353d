// Package pairrows makes records of drawn pairs.
package pairrows

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Task is the name of the one task of pairwise data sets; it enters every uid.
const Task = "pairwise"

// Recorder makes records of drawn pairs.
type Recorder struct {
	Miner     *mine.Miner
	Queries   []mine.Query
	HasLabels []bool // by query: its labels are in use
	Axioms    *quota.Axioms
	Paired    bool    // under multi-graded no pair is of one axiom
	Margin    float64 // of judged rows in a hinge
}

// Append appends the rows of drawn pairs, of which many are made ahead, on all threads. Their order is lost, as they are sorted for
// files: one query's follow each other, so that its candidates are at hand.
func (r *Recorder) Append(ctx context.Context, t *pairs.Table, numbers *pairs.Numbering, instances []sample.PoolInstance,
	st *progress.Stage, row func(i int) pairs.Pair) error {
	const atOnce = 1 << 12
	type batch struct {
		places []uint32 // in instances
		rows   []pairs.Pair
		docs   [][2]int64 // their documents' numbers in the index; -1 for one that is made
	}
	order := byQuery(instances, len(r.Queries))
	threads := parallel.Threads(r.Miner.Threads)
	return parallel.Ahead(ctx, threads, parallel.NumPieces(len(instances), atOnce), func(number int, b *batch) error {
		b.places = order[number*atOnce : min((number+1)*atOnce, len(instances))]
		b.rows, b.docs = b.rows[:0], b.docs[:0]
		for _, place := range b.places {
			pair := row(int(place))
			pair.UID = pairs.NewUID(Task, pair.Axiom, pair.QueryID, pair.PosID, pair.NegID, 0)
			b.rows, b.docs = append(b.rows, pair), append(b.docs, r.documents(instances[place]))
		}
		return nil
	}, func(_ int, b *batch) error {
		for i := range b.rows {
			doc := func(number int64, id string) uint32 {
				if number < 0 {
					return t.Docs.Add(id)
				}
				return numbers.Doc(uint32(number), id)
			}
			row := &b.rows[i]
			query := numbers.Query(instances[b.places[i]].Query, row.QueryID)
			t.AppendNumbered(row, query, doc(b.docs[i][0], row.PosID), doc(b.docs[i][1], row.NegID))
		}
		st.Add(len(b.rows))
		return nil
	})
}

// byQuery returns the places of drawn pairs by rising query.
func byQuery(instances []sample.PoolInstance, queries int) []uint32 {
	next := make([]uint32, queries+1) // where a query's next one goes
	for _, p := range instances {
		next[p.Query+1]++
	}
	for q := range queries {
		next[q+1] += next[q]
	}
	places := make([]uint32, len(instances))
	for i, p := range instances {
		places[next[p.Query]] = uint32(i)
		next[p.Query]++
	}
	return places
}

// documents returns the numbers of a pair's documents in the index, -1 for one that is made.
func (r *Recorder) documents(p sample.PoolInstance) [2]int64 {
	q := &r.Queries[p.Query]
	number := func(c mine.Candidate, isMade bool) int64 {
		if isMade || c.Made > 0 {
			return -1
		}
		return int64(c.Doc)
	}
	return [2]int64{number(q.Candidate(p.Pos), p.Made > 0), number(q.Candidate(p.Neg), false)}
}

// Row fills a judged pair's record but for the uid; the caller changes what differs for an axiomatic one.
func (r *Recorder) Row(p sample.PoolInstance) pairs.Pair {
	q := &r.Queries[p.Query]
	pos, neg := q.Candidate(p.Pos), q.Candidate(p.Neg)
	row := pairs.Pair{Task: Task, PosLabel: sample.LabelRelevant, NegLabel: int32(p.NegLabel), Weight: 1, Margin: r.Margin,
		Source: pairs.Judged}
	row.QueryID, row.PosID, row.NegID = drawnIDs(r.Miner.Index, q, p)
	if r.HasLabels[p.Query] {
		row.PosGrade, row.NegGrade = gradeOf(pos), gradeOf(neg)
	}
	row.PosRank, row.PosScore = rankAndScore(pos)
	row.NegRank, row.NegScore = rankAndScore(neg)
	if p.Made > 0 {
		row.PosRank, row.PosScore = nil, nil // a made document stands in no run
	}
	return row
}

func gradeOf(c mine.Candidate) *int32 {
	if !c.Judged {
		return nil
	}
	return &c.Grade
}

func rankAndScore(c mine.Candidate) (*int32, *float64) {
	if c.Rank == 0 {
		return nil, nil
	}
	return &c.Rank, &c.Score
}

// SetAxiomatic makes a judged pair's record one of an axiom's pool.
func (r *Recorder) SetAxiomatic(row *pairs.Pair, pool int, loss quota.Loss) {
	if r.Paired {
		row.Variant = axioms.Variant(r.Miner.Axioms[r.Axioms.Drawn[pool]])
	}
	row.Source, row.Axiom = pairs.Axiomatic, r.Axioms.Pools[pool].Name
	row.Weight, row.Margin = loss.Weights[pool], loss.Margins[pool]
	row.PosLabel, row.NegLabel = sample.LabelPreferred, sample.LabelRest
}

// NamesOf returns a function for the ids of drawn pairs of some queries.
func NamesOf(x index.Reader, queries []mine.Query) sample.Names {
	return func(p sample.PoolInstance) (query, pos, neg string) { return drawnIDs(x, &queries[p.Query], p) }
}

func drawnIDs(x index.Reader, q *mine.Query, p sample.PoolInstance) (query, posID, negID string) {
	pos, neg := q.Candidate(p.Pos), q.Candidate(p.Neg)
	posID = pos.ID(x)
	if p.Made > 0 {
		posID = pairs.MadeID(posID, int(p.Made))
	}
	return q.ID, posID, neg.ID(x)
}

// Spare returns the record that the pair would have been, had it been drawn.
func (r *Recorder) Spare(place int, spare sample.Spare, loss quota.Loss) pairs.Pair {
	p := sample.PoolInstance{Instance: pairs.Instance{Pos: spare.Pos, Neg: spare.Neg}, Query: int32(place), NegLabel: spare.NegLabel}
	row := r.Row(p)
	if spare.Pool != sample.JudgedPool {
		r.SetAxiomatic(&row, spare.Pool, loss)
	}
	row.UID = pairs.NewUID(Task, row.Axiom, row.QueryID, row.PosID, row.NegID, 0)
	return row
}

// OfTask returns k rows of a pool: its first pairs in drawing order, and the same again if there are fewer.
func (r *Recorder) OfTask(task string, result *sample.Result, pool, k int, weight, margin float64) []pairs.Pair {
	var rows []pairs.Pair
	axiom, poolPairs := r.Axioms.All[pool], result.Pools[pool]
	for i := range k {
		if len(poolPairs) == 0 {
			break
		}
		p := poolPairs[i%len(poolPairs)]
		row := r.Row(p)
		row.Variant = axioms.Variant(axiom)
		row.Task, row.Axiom, row.Source, row.Pass = task, axiom.String(), pairs.Axiomatic, int32(i/len(poolPairs))
		row.Weight, row.Margin = weight, margin
		row.PosLabel, row.NegLabel = sample.LabelPreferred, sample.LabelRest
		row.UID = pairs.NewUID(row.Task, row.Axiom, row.QueryID, row.PosID, row.NegID, int(row.Pass))
		rows = append(rows, row)
	}
	return rows
}

// OfClasses turns drawn pairs of a three-class task into records.
func (r *Recorder) OfClasses(axiom axioms.Axiom, weight float64, sampleRows []sample.ClassRow) []pairs.Pair {
	rows := make([]pairs.Pair, 0, len(sampleRows))
	name := axiom.String()
	for _, drawn := range sampleRows {
		row := r.Row(drawn.PoolInstance)
		row.Variant = axioms.Variant(axiom)
		class := drawn.Class
		row.Task, row.Axiom, row.Source, row.Class, row.Pass = name, name, pairs.Axiomatic, &class, drawn.Pass
		row.PosLabel, row.NegLabel, row.Weight = 0, 0, weight
		row.UID = pairs.NewUID(row.Task, row.Axiom, row.QueryID, row.PosID, row.NegID, int(drawn.Pass))
		rows = append(rows, row)
	}
	return rows
}
