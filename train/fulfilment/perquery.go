package fulfilment

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// PerQuery counts, for each query, model and axiom of the miner in this order, the instances among the query's candidates that the model
// orders, and those of them that it fulfils: the preferred document scores higher. For TFC2, axioms.FulfilledTriple decides. The queries
// are mined once for all models.
func PerQuery(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Scorer, st *progress.Stage) ([][][]Count, error) {
	counts := make([][][]Count, len(queries))
	listing := *m
	listing.Triples = true
	return counts, listing.Run(ctx, queries, st, func(_ int, q *mine.Query, pos int, instances *mine.Found) error {
		counts[pos] = make([][]Count, len(models))
		for i, model := range models {
			counts[pos][i] = countQuery(m.Axioms, model, q, pos, instances)
		}
		return nil
	})
}

// countQuery counts a query's instances by axiom, for one model.
func countQuery(list []axioms.Axiom, model Scorer, q *mine.Query, pos int, instances *mine.Found) []Count {
	counts, scores := make([]Count, len(list)), model.Scores(q, pos)
	for a, axiom := range list {
		c, weak := &counts[a], axiom.Spec().Weak
		for _, in := range instances.Pairs[a] {
			first, other := ScoresOf(model, scores, q, pos, in)
			c.AddOutcome(OfPair(weak, first, other))
		}
		for _, in := range instances.Triples[a] {
			x, y, z := scores[in[0]], scores[in[1]], scores[in[2]]
			c.AddOutcome(OfTriple(x, y, z))
		}
	}
	return counts
}
