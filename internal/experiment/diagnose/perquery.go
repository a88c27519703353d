package diagnose

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// PerQuery counts, for each query, model and axiom of the miner in this order, the instances among the query's candidates that the model
// scores, and those of them that it fulfils. The preferred document scores higher (strict axioms) or no lower (weak ones). For TFC2,
// axioms.FulfilledTriple decides. The queries are mined once for all models.
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
			first, other := scoresOf(model, scores, q, pos, in)
			c.addOutcome(outcomeOf(axioms.Fulfilled(weak, first, other), first, other))
		}
		for _, in := range instances.Triples[a] {
			x, y, z := scores[in[0]], scores[in[1]], scores[in[2]]
			c.addOutcome(outcomeOf(axioms.FulfilledTriple(x, y, z), x, y, z))
		}
	}
	return counts
}

// addOutcome adds an instance, unless a score is missing.
func (c *Count) addOutcome(outcome uint8) {
	if outcome != unscored {
		c.Instances++
		c.Fulfilled += int(outcome - violated)
	}
}

// ShareIntervals returns the 95 % interval of a model's share fulfilled for each axiom, from counts by query, then axiom. Queries are drawn
// with replacement, each with all its instances. An axiom with instances on fewer than two queries has no interval.
func ShareIntervals(counts [][]Count, seed int) []*Interval {
	if len(counts) == 0 {
		return nil
	}
	out := make([]*Interval, len(counts[0]))
	ratios := make([]ratio, len(out))
	for a := range ratios {
		ratios[a].interval = &out[a]
		for query := range counts {
			if c := counts[query][a]; c.Instances > 0 {
				ratios[a].parts = append(ratios[a].parts, part{query, float64(c.Fulfilled), float64(c.Instances)})
			}
		}
	}
	bootstrap(len(counts), ratios, seed)
	return out
}
