package record

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/experiment/report/mending"
)

// pairFulfilment counts, per query and axiom of the miner, which of the two models fulfil each instance
// among the query's candidates.
func pairFulfilment(ctx context.Context, m *mine.Miner, queries []mine.Query, a, b mine.Scorer) ([][]mending.SharedCounts, error) {
	counts := make([][]mending.SharedCounts, len(queries))
	return counts, m.Run(ctx, queries, nil, func(_ int, q *mine.Query, pos int, instances *mine.Found) error {
		counts[pos] = make([]mending.SharedCounts, len(m.Axioms))
		scoresA, scoresB := a.Scores(q, pos), b.Scores(q, pos)
		for i, axiom := range m.Axioms {
			c, weak := &counts[pos][i], axiom.Spec().Weak
			for _, in := range instances.Pairs[i] {
				x, y := scoresA[in.Pos], scoresB[in.Pos]
				if in.Made > 0 {
					var inA, inB bool
					x, inA = a.ScoreMade(q, pos, int(in.Pos), int(in.Made))
					y, inB = b.ScoreMade(q, pos, int(in.Pos), int(in.Made))
					if !inA || !inB {
						continue
					}
				}
				count(c, axioms.Fulfilled(weak, x, scoresA[in.Neg]), axioms.Fulfilled(weak, y, scoresB[in.Neg]))
			}
			for _, in := range instances.Triples[i] {
				count(c, axioms.FulfilledTriple(scoresA[in[0]], scoresA[in[1]], scoresA[in[2]]),
					axioms.FulfilledTriple(scoresB[in[0]], scoresB[in[1]], scoresB[in[2]]))
			}
		}
		return nil
	})
}

// count adds an instance that one, both or none of two models fulfil.
func count(s *mending.SharedCounts, a, b bool) {
	s.Instances++
	switch {
	case a && b:
		s.BothFulfilled++
	case a:
		s.OnlyA++
	case b:
		s.OnlyB++
	}
}
