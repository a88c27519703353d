package diagnose

import (
	"context"
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/perturb"
	"github.com/axiomine/axiomine/internal/parallel"
)

// PerturbedResult holds how the runs order the sets of copies that an axiom orders, one set for each
// candidate.
type PerturbedResult struct {
	Axiom      string           `json:"axiom"`
	Fulfilment []PerturbedShare `json:"fulfilment"`
}

// PerturbedShare counts the sets that a run scores, and those of them that it puts into the axiom's
// order.
type PerturbedShare struct {
	Run string `json:"run"`
	Count
	Share float64 `json:"share"`
}

// scoreCopies scores the copies that the miner's perturber makes of the candidates.
func scoreCopies(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Model) (list []PerturbedResult, err error) {
	perturber := m.Perturber
	if perturber == nil {
		return nil, nil
	}
	counts := make([][]Count, parallel.Threads(m.Threads)) // [worker][axiom and model]
	for w := range counts {
		counts[w] = make([]Count, len(perturber.Axioms)*len(models))
	}
	walk := mine.Miner{Index: m.Index, Threads: m.Threads}
	err = walk.Run(ctx, queries, nil, func(worker int, q *mine.Query, _ int, _ *mine.Found) error {
		copier := perturber.Query(q.ID, q.Terms)
		for a, axiom := range perturber.Axioms {
			for i := range q.Docs {
				copies := copier.Copies(a, q.Docs[i].Doc, q.Docs[i].Made > 0)
				for k, model := range models {
					counts[worker][a*len(models)+k].AddOutcome(outcomeOfCopies(axiom, q, copies, model.Scores))
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for a, axiom := range perturber.Axioms {
		p := PerturbedResult{Axiom: axiom.String()}
		for k, model := range models {
			total := Count{}
			for w := range counts {
				total.Add(counts[w][a*len(models)+k])
			}
			p.Fulfilment = append(p.Fulfilment, PerturbedShare{model.Name, total, total.Share()})
		}
		list = append(list, p)
	}
	return list, nil
}

// copyScorer is a Scorer that may know the score of a copy, too.
type copyScorer interface {
	ScoreCopy(q *mine.Query, c perturb.Copy) (score float64, ok bool)
}

// outcomeOfCopies returns the outcome for a model of a set of copies, in the order of the axiom.
func outcomeOfCopies(axiom axioms.Axiom, q *mine.Query, copies []perturb.Copy, model Scorer) Outcome {
	scorer, ok := model.(copyScorer)
	if !ok || copies == nil {
		return Unscored
	}
	scores := make([]float64, len(copies))
	for i, c := range copies {
		if scores[i], ok = scorer.ScoreCopy(q, c); !ok {
			scores[i] = math.NaN()
		}
	}
	if len(scores) == 3 {
		return OfTriple(scores[0], scores[1], scores[2])
	}
	return OfPair(axiom.Spec().Weak, scores[0], scores[1])
}
