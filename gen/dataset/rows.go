package dataset

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

// recorder turns drawn pairs into rows.
type recorder struct {
	*Drawer
	hasLabels []bool // for each query, whether its labels are in use
}

// recorder returns a recorder of pairs that d drew.
func (d *Drawer) recorder() *recorder { return &recorder{d, d.HasLabels()} }

// append appends the rows of drawn pairs to t. It computes them on all threads, in the order of queries, so that a query's candidates
// are in the processor's cache. The rows are sorted later.
func (r *recorder) append(ctx context.Context, t *pairs.Table, instances []sample.PoolInstance,
	st *progress.Stage, row func(i int) pairs.Pair) error {
	const atOnce = 1 << 12
	order := byQuery(instances, len(r.Queries))
	threads := parallel.Threads(r.Miner.Threads)
	return parallel.Ahead(ctx, threads, parallel.NumPieces(len(instances), atOnce), func(number int, rows *[]pairs.Pair) error {
		*rows = (*rows)[:0]
		for _, place := range order[number*atOnce : min((number+1)*atOnce, len(instances))] {
			*rows = append(*rows, withUID(row(int(place))))
		}
		return nil
	}, func(_ int, rows *[]pairs.Pair) error {
		for i := range *rows {
			t.Append(&(*rows)[i])
		}
		st.Add(len(*rows))
		return nil
	})
}

// byQuery returns the indexes of drawn pairs in the order of their queries.
func byQuery(instances []sample.PoolInstance, queries int) []uint32 {
	next := make([]uint32, queries+1) // for each query, the position of its next pair in the result
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

// withUID returns the row with its uid, a hash of its task, axiom, ids and pass.
func withUID(row pairs.Pair) pairs.Pair {
	row.UID = pairs.NewUID(row.Task, row.Axiom, row.QueryID, row.PosID, row.NegID, int(row.Pass))
	return row
}

// judged returns a judged pair's row, without the uid.
func (r *recorder) judged(p sample.PoolInstance) pairs.Pair {
	q := &r.Queries[p.Query]
	pos, neg := q.Candidate(p.Pos), q.Candidate(p.Neg)
	row := pairs.Pair{Task: pairs.Pairwise, PosLabel: sample.LabelRelevant, NegLabel: int32(p.NegLabel), Weight: 1, Margin: r.Margin,
		Source: pairs.Judged}
	row.QueryID, row.PosID, row.NegID = drawnIDs(r.Miner.Index, q, p)
	if r.hasLabels[p.Query] {
		row.PosGrade, row.NegGrade = gradeOf(pos), gradeOf(neg)
	}
	if p.Made == 0 { // a made document is in no run
		row.PosRank, row.PosScore = rankAndScore(pos)
	}
	row.NegRank, row.NegScore = rankAndScore(neg)
	return row
}

// gradeOf returns a candidate's grade; nil if nobody judged it.
func gradeOf(c mine.Candidate) *int32 {
	if !c.Judged {
		return nil
	}
	return &c.Grade
}

// rankAndScore returns a candidate's rank and score in the candidate run; nil if the run lacks it.
func rankAndScore(c mine.Candidate) (*int32, *float64) {
	if c.Rank == 0 {
		return nil, nil
	}
	return &c.Rank, &c.Score
}

// ofPool returns the row of a pair of an axiom's pool, without the uid. Under multi-graded a pair has no single axiom.
func (r *recorder) ofPool(p sample.PoolInstance, pool int, loss quota.Loss) pairs.Pair {
	row := r.judged(p)
	if r.Options.Strategy == sample.Paired {
		row.Variant = axioms.Variant(r.Miner.Axioms[r.Axioms.Drawn[pool]])
	}
	row.Source, row.Axiom = pairs.Axiomatic, r.Axioms.Pools[pool].Name
	row.Weight, row.Margin = loss.Weights[pool], loss.Margins[pool]
	row.PosLabel, row.NegLabel = sample.LabelPreferred, sample.LabelRest
	return row
}

// namesOf returns a function that returns the ids of a drawn pair of these queries.
func namesOf(x index.Reader, queries []mine.Query) sample.Names {
	return func(p sample.PoolInstance) (query, pos, neg string) { return drawnIDs(x, &queries[p.Query], p) }
}

// drawnIDs returns the ids of a drawn pair of query q.
func drawnIDs(x index.Reader, q *mine.Query, p sample.PoolInstance) (query, posID, negID string) {
	pos, neg := q.Candidate(p.Pos), q.Candidate(p.Neg)
	posID = pos.ID(x)
	if p.Made > 0 {
		posID = pairs.MadeID(posID, int(p.Made))
	}
	return q.ID, posID, neg.ID(x)
}

// spare returns the row of a spare pair of query number place, as if it had been drawn.
func (r *recorder) spare(place int, spare sample.Spare, loss quota.Loss) pairs.Pair {
	p := sample.PoolInstance{Instance: pairs.Instance{Pos: spare.Pos, Neg: spare.Neg}, Query: int32(place), NegLabel: spare.NegLabel}
	if spare.Pool == sample.JudgedPool {
		return withUID(r.judged(p))
	}
	return withUID(r.ofPool(p, spare.Pool, loss))
}

// ofTask returns k rows of a pool: its first pairs in drawing order. If there are fewer pairs, it repeats them.
func (r *recorder) ofTask(task string, result *sample.Result, pool, k int, weight, margin float64) (rows []pairs.Pair) {
	list := result.Pools[pool]
	for i := range k {
		if len(list) == 0 {
			break
		}
		row := r.ofAxiom(r.Axioms.All[pool], task, list[i%len(list)], i/len(list), weight)
		row.Margin, row.PosLabel, row.NegLabel = margin, sample.LabelPreferred, sample.LabelRest
		rows = append(rows, row)
	}
	return rows
}

// ofClasses returns the rows of drawn pairs of a three-class task.
func (r *recorder) ofClasses(axiom axioms.Axiom, weight float64, sampleRows []sample.ClassRow) []pairs.Pair {
	rows := make([]pairs.Pair, 0, len(sampleRows))
	for _, drawn := range sampleRows {
		row := r.ofAxiom(axiom, axiom.String(), drawn.PoolInstance, int(drawn.Pass), weight)
		row.Class, row.PosLabel, row.NegLabel = new(drawn.Class), 0, 0
		rows = append(rows, row)
	}
	return rows
}

// ofAxiom returns the row of a pair in the task of one axiom.
func (r *recorder) ofAxiom(axiom axioms.Axiom, task string, p sample.PoolInstance, pass int, weight float64) pairs.Pair {
	row := r.judged(p)
	row.Variant, row.Task, row.Axiom, row.Source = axioms.Variant(axiom), task, axiom.String(), pairs.Axiomatic
	row.Pass, row.Weight = int32(pass), weight
	return withUID(row)
}
