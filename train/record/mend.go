package record

import (
	"context"

	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/report"
)

// compareFulfilment compares the arm with axiomatic pairs with the judged arm. Each axiom has the same
// instances for both, on the dev and on the test queries.
func (e *experiment) compareFulfilment(ctx context.Context, r *report.Result) error {
	chain := e.Explorer.Division.Chain
	list, err := arms.DiagnosisAxioms(chain)
	if err != nil {
		return err
	}
	isDrawn := map[string]bool{} // the axioms of which a setting of the grid draws pairs
	for _, i := range chain.Axioms.Drawn {
		isDrawn[chain.Axioms.All[i].String()] = true
	}
	models := e.units.models(arms.Judged)
	miner := prepare.NewMiner(chain)
	miner.Axioms = list
	for _, split := range []string{"dev", "test"} {
		rows := make([]report.MendedAxiom, len(list))
		for a, axiom := range list {
			rows[a] = report.MendedAxiom{Axiom: axiom.String(), Split: split, A: arms.Judged, B: arms.Augmented, Trained: isDrawn[axiom.String()]}
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
			r.Mended = append(r.Mended, report.SelectTested(rows)...)
		}
	}
	return nil
}
