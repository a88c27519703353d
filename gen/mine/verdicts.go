package mine

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// Verdicts calls visit with every verdict of the miner's preference axioms, also those without a preference or precondition. It passes a
// row at a time: row[j], for j > i, is the verdict of axiom number a on candidates i and j of q; the rest of row is undefined. Several
// workers call visit at once, each with its own number below Threads. visit must not keep row. Miner.Only has no effect.
func (m *Miner) Verdicts(ctx context.Context, queries []Query, st *progress.Stage,
	visit func(worker int, q *Query, place, a, i int, row []axioms.Verdict) error) error {
	for _, a := range m.Axioms {
		if _, ok := a.(axioms.Preference); !ok {
			return errs.BadUsage("use an axiom over two documents (axiomine axioms list)", "axiom %s gives no verdict on a pair of documents", a)
		}
	}
	return m.visitQueries(ctx, queries, st, func(w *worker, number int, q *Query, place int) error {
		return w.verdicts(q, func(a, i int, row []axioms.Verdict) error { return visit(number, q, place, a, i, row) })
	})
}

// verdicts calls visit with the verdicts on one query, row by row.
func (w *worker) verdicts(q *Query, visit func(a, i int, row []axioms.Verdict) error) error {
	query := w.read(q)
	row := w.rowOf(len(w.docs))
	for a, axiom := range w.Miner.Axioms {
		judge := axiom.(axioms.Preference).Bind(query, w.Miner.Collection)
		judge.Load(w.docs)
		rows := axioms.Rows(judge)
		for i := range w.docs {
			rows.Row(i, row)
			if err := visit(a, i, row); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *worker) rowOf(n int) []axioms.Verdict {
	if cap(w.row) < n {
		w.row = make([]axioms.Verdict, n)
	}
	return w.row[:n]
}

// Wins returns a function for one goroutine. For each preference axiom and candidate of a query it counts the preferences won minus those
// lost among the candidates. The next call reuses the result.
func (m *Miner) Wins() func(q *Query) [][]int32 {
	w := m.worker()
	wins := make([][]int32, len(m.Axioms))
	return func(q *Query) [][]int32 {
		for a := range wins {
			wins[a] = append(wins[a][:0], make([]int32, len(q.Docs))...)
		}
		query := w.read(q)
		for a, axiom := range w.Miner.Axioms {
			judge := axiom.(axioms.Preference).Bind(query, w.Miner.Collection)
			judge.Load(w.docs)
			axioms.Wins(judge, wins[a])
		}
		return wins
	}
}
