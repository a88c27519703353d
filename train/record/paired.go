package record

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/report"
)

// pairFulfilment counts, per query and axiom of the miner, how two models fulfil the same instances among the queries' candidates.
func pairFulfilment(ctx context.Context, m *mine.Miner, queries []mine.Query, a, b mine.Scorer) ([][]report.Shared, error) {
	counts := make([][]report.Shared, len(queries))
	return counts, m.Run(ctx, queries, nil, func(_ int, q *mine.Query, place int, found *mine.Found) error {
		counts[place] = make([]report.Shared, len(m.Axioms))
		before, after := a.Scores(q, place), b.Scores(q, place)
		for at, axiom := range m.Axioms {
			c, weak := &counts[place][at], axiom.Spec().Weak
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
				count(c, axioms.Fulfilled(weak, x, before[in.Neg]), axioms.Fulfilled(weak, y, after[in.Neg]))
			}
			for _, in := range found.Triples[at] {
				count(c, axioms.FulfilledTriple(before[in[0]], before[in[1]], before[in[2]]),
					axioms.FulfilledTriple(after[in[0]], after[in[1]], after[in[2]]))
			}
		}
		return nil
	})
}

// count adds an instance that one, both or none of two models fulfil.
func count(s *report.Shared, a, b bool) {
	s.Instances++
	switch {
	case a && b:
		s.Both++
	case a:
		s.OnlyA++
	case b:
		s.OnlyB++
	}
}
