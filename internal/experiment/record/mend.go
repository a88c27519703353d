package record

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/report/mending"
	"github.com/axiomine/axiomine/internal/experiment/trainpairs"
	"github.com/axiomine/axiomine/internal/experiment/trial"
)

// compareFulfilment compares the arm with axiomatic pairs with the judged arm. Each axiom has the same
// instances for both, on the dev and on the test queries.
func (e *experiment) compareFulfilment(ctx context.Context, r *report.Result) error {
	list, err := arms.DiagnosisAxioms(e.Explorer.Division.Chain)
	if err != nil {
		return err
	}
	models := map[trainpairs.Draw]*trial.TrainedModel{}
	for _, u := range e.units {
		if u.Arm == arms.Judged {
			models[u.Draw] = u.Model
		}
	}
	miner := prepare.NewMiner(e.Explorer.Division.Chain)
	miner.Axioms = list
	for _, split := range []string{"dev", "test"} {
		rows := make([]mending.Axiom, len(list))
		for a, axiom := range list {
			rows[a] = mending.Axiom{Axiom: axiom.String(), Split: split, A: arms.Judged, B: arms.Augmented, Trained: e.trainsOn(axiom)}
		}
		hasRows := false
		for _, u := range e.units {
			model := models[u.Draw]
			if u.Arm != arms.Augmented || model == nil {
				continue
			}
			hasRows = true
			queries := u.Draw.Fold.Test
			if split == "dev" {
				queries = u.Draw.Fold.Dev
			}
			counts, err := pairFulfilment(ctx, miner, queries, model.Scorer(), u.Model.Scorer())
			if err != nil {
				return err
			}
			for q := range queries {
				for a := range counts[q] {
					rows[a].Add(u.Draw.Seed, queries[q].ID, counts[q][a])
				}
			}
		}
		if hasRows {
			r.Mended = append(r.Mended, mending.SelectTested(rows)...)
		}
	}
	return nil
}

// trainsOn reports whether a setting of the grid draws pairs of an axiom.
func (e *experiment) trainsOn(a axioms.Axiom) bool {
	return slices.ContainsFunc(e.Explorer.Division.Chain.Axioms.Drawn,
		func(i int) bool { return e.Explorer.Division.Chain.Axioms.All[i].String() == a.String() })
}
