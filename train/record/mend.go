package record

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/drawing"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// mended compares the arm with axiomatic pairs with the judged arm, axiom by axiom on the same instances of the dev and
// of the test queries.
func (e *experiment) mended(ctx context.Context, r *report.Result) error {
	list, err := e.Diagnosed()
	if err != nil {
		return err
	}
	judged := map[drawing.Draw]*trial.Trained{}
	for _, u := range e.units {
		if u.Arm == arms.Judged {
			judged[u.At] = u.Model
		}
	}
	miner := e.Division.Chain.Miner()
	miner.Axioms = list
	for _, split := range []string{"dev", "test"} {
		rows := make([]report.Mended, len(list))
		for a, axiom := range list {
			rows[a] = report.Mended{Axiom: axiom.String(), Split: split, A: arms.Judged, B: arms.Augmented, Trained: e.trainsOn(axiom)}
		}
		compared := false
		for _, u := range e.units {
			before := judged[u.At]
			if u.Arm != arms.Augmented || before == nil {
				continue
			}
			compared = true
			queries := u.At.Fold.Test
			if split == "dev" {
				queries = u.At.Fold.Dev
			}
			shared, err := pairFulfilment(ctx, miner, queries, before.Scorer(), u.Model.Scorer())
			if err != nil {
				return err
			}
			for q := range queries {
				for a := range shared[q] {
					rows[a].Add(u.At.Seed, queries[q].ID, shared[q][a])
				}
			}
		}
		if compared {
			r.AddMended(rows)
		}
	}
	return nil
}

// trainsOn says whether some setting of the grid draws pairs of an axiom.
func (e *experiment) trainsOn(a axioms.Axiom) bool {
	return slices.ContainsFunc(e.Division.Chain.Axioms.Drawn,
		func(i int) bool { return e.Division.Chain.Axioms.All[i].String() == a.String() })
}
