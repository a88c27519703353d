package record

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/mine"
)

// paired counts, of the instances that two models score, those that both fulfil and those that only one does: what
// McNemar's test asks for.
type paired struct {
	instances, both, onlyA, onlyB int
}

func (p *paired) add(a, b bool) {
	p.instances++
	switch {
	case a && b:
		p.both++
	case a:
		p.onlyA++
	case b:
		p.onlyB++
	}
}

// pairFulfilment counts, per axiom of the miner, how two models fulfil the same instances among the queries' candidates.
func pairFulfilment(ctx context.Context, m *mine.Miner, queries []mine.Query, a, b mine.Scorer, st *progress.Stage) ([]paired, error) {
	counts := make([][]paired, mine.Threads(m.Threads))
	for i := range counts {
		counts[i] = make([]paired, len(m.Axioms))
	}
	err := m.Run(ctx, queries, st, func(worker int, q *mine.Query, place int, found *mine.Found) error {
		before, after := a.Scores(q, place), b.Scores(q, place)
		for at, axiom := range m.Axioms {
			c, weak := &counts[worker][at], axiom.Spec().Weak
			for _, in := range found.Pairs[at] {
				x, y := before[in.Pos], after[in.Pos]
				if in.Made > 0 {
					var inA, inB bool
					x, inA = a.Made(q, place, int(in.Pos), int(in.Made))
					y, inB = b.Made(q, place, int(in.Pos), int(in.Made))
					if !inA || !inB {
						continue
					}
				}
				c.add(axioms.Fulfilled(weak, x, before[in.Neg]), axioms.Fulfilled(weak, y, after[in.Neg]))
			}
			for _, in := range found.Triples[at] {
				c.add(axioms.FulfilledTriple(before[in[0]], before[in[1]], before[in[2]]),
					axioms.FulfilledTriple(after[in[0]], after[in[1]], after[in[2]]))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	total := make([]paired, len(m.Axioms))
	for _, worker := range counts {
		for at, c := range worker {
			t := &total[at]
			t.instances, t.both, t.onlyA, t.onlyB = t.instances+c.instances, t.both+c.both, t.onlyA+c.onlyA, t.onlyB+c.onlyB
		}
	}
	return total, nil
}
