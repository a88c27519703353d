package record

import (
	"context"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/fulfilment"
	"github.com/axiomine/axiomine/train/report"
)

// pairFulfilment counts, per query and axiom of the miner, which of the two models fulfil each instance
// among the query's candidates. Ties under a weak order are left out, as in a diagnosis.
func pairFulfilment(ctx context.Context, m *mine.Miner, queries []mine.Query, a, b mine.Scorer) ([][]report.SharedCounts, error) {
	counts := make([][]report.SharedCounts, len(queries))
	return counts, m.Run(ctx, queries, nil, func(_ int, q *mine.Query, pos int, instances *mine.Found) error {
		counts[pos] = make([]report.SharedCounts, len(m.Axioms))
		scoresA, scoresB := a.Scores(q, pos), b.Scores(q, pos)
		for i, axiom := range m.Axioms {
			c, weak := &counts[pos][i], axiom.Spec().Weak
			for _, in := range instances.Pairs[i] {
				x, otherX := fulfilment.ScoresOf(a, scoresA, q, pos, in)
				y, otherY := fulfilment.ScoresOf(b, scoresB, q, pos, in)
				count(c, fulfilment.OfPair(weak, x, otherX), fulfilment.OfPair(weak, y, otherY))
			}
			for _, in := range instances.Triples[i] {
				count(c, fulfilment.OfTriple(scoresA[in[0]], scoresA[in[1]], scoresA[in[2]]),
					fulfilment.OfTriple(scoresB[in[0]], scoresB[in[1]], scoresB[in[2]]))
			}
		}
		return nil
	})
}

// count adds an instance that both models order: one, both or none of them fulfil it.
func count(s *report.SharedCounts, a, b fulfilment.Outcome) {
	if !a.IsOrdered() || !b.IsOrdered() {
		return
	}
	s.Instances++
	switch obeysA, obeysB := a == fulfilment.Fulfilled, b == fulfilment.Fulfilled; {
	case obeysA && obeysB:
		s.BothFulfilled++
	case obeysA:
		s.OnlyA++
	case obeysB:
		s.OnlyB++
	}
}
