package train

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/train/report"
)

// mended compares the arm with axiomatic pairs with the judged arm, axiom by axiom on the same instances of the dev and
// of the test queries.
func (e *experiment) mended(ctx context.Context, r *report.Result) error {
	list, err := e.diagnosedAxioms()
	if err != nil {
		return err
	}
	judged := map[draw]*trained{}
	for _, u := range e.units {
		if u.arm == Judged {
			judged[u.at] = u.model
		}
	}
	miner := e.chain.Miner()
	miner.Axioms = list
	for _, split := range []string{"dev", "test"} {
		rows := make([]report.Mended, len(list))
		for a, axiom := range list {
			rows[a] = report.Mended{Axiom: axiom.String(), Split: split, A: Judged, B: Augmented, Trained: e.trainsOn(axiom)}
		}
		compared := false
		for _, u := range e.units {
			before := judged[u.at]
			if u.arm != Augmented || before == nil {
				continue
			}
			compared = true
			queries := u.at.fold.test
			if split == "dev" {
				queries = u.at.fold.dev
			}
			pairs, err := pairFulfilment(ctx, miner, queries, before.scorer(), u.model.scorer(), nil)
			if err != nil {
				return err
			}
			for a := range rows {
				p := &pairs[a]
				rows[a].Add(u.at.seed, p.instances, p.both, p.onlyA, p.onlyB)
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
	return slices.ContainsFunc(e.chain.Axioms.Drawn, func(i int) bool { return e.chain.Axioms.All[i].String() == a.String() })
}
