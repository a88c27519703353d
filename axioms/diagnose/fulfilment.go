// Package diagnose says how far the scores of a run or a model obey the axioms (Rennings 2019, 3.4; Câmara and Hauff 2020).
package diagnose

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/mine"
)

// Scorer gives a model's scores on a query's candidates. It may be asked by several goroutines.
type Scorer interface {
	// Scores gives one score per candidate of the query at place, in their order.
	Scores(q *mine.Query, place int) []float64
	// Made gives the score of the document made from a candidate by repeating it k times; ok is false where the model
	// cannot score documents that the collection lacks.
	Made(q *mine.Query, place, candidate, k int) (score float64, ok bool)
}

// Count is how many instances of an axiom a model fulfils. Instances that it could not score are not among them.
type Count struct {
	Fulfilled, Instances int
}

// Share is the fraction fulfilled, 0 when there is no instance.
func (c Count) Share() float64 {
	if c.Instances == 0 {
		return 0
	}
	return float64(c.Fulfilled) / float64(c.Instances)
}

// Fulfilment counts, per axiom of the miner, the instances among the queries' candidates that the model fulfils: the
// preferred document scores higher (strict axioms) or no lower (weak ones); TFC2 as axioms.FulfilledTriple says.
func Fulfilment(ctx context.Context, m *mine.Miner, queries []mine.Query, model Scorer, st *progress.Stage) ([]Count, error) {
	counts := make([][]Count, mine.Threads(m.Threads))
	for i := range counts {
		counts[i] = make([]Count, len(m.Axioms))
	}
	err := m.Run(ctx, queries, st, func(worker int, q *mine.Query, place int, found *mine.Found) error {
		scores := model.Scores(q, place)
		for a, axiom := range m.Axioms {
			c, weak := &counts[worker][a], axiom.Spec().Weak
			for _, in := range found.Pairs[a] {
				preferred := scores[in.Pos]
				if in.Made > 0 {
					var ok bool
					if preferred, ok = model.Made(q, place, int(in.Pos), int(in.Made)); !ok {
						continue
					}
				}
				c.Instances++
				if axioms.Fulfilled(weak, preferred, scores[in.Neg]) {
					c.Fulfilled++
				}
			}
			for _, in := range found.Triples[a] {
				c.Instances++
				if axioms.FulfilledTriple(scores[in[0]], scores[in[1]], scores[in[2]]) {
					c.Fulfilled++
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	total := make([]Count, len(m.Axioms))
	for _, worker := range counts {
		for a, c := range worker {
			total[a].Fulfilled += c.Fulfilled
			total[a].Instances += c.Instances
		}
	}
	return total, nil
}
