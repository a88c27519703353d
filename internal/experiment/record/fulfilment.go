package record

import (
	"context"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/diagnose"
	"github.com/axiomine/axiomine/internal/experiment/division"
	"github.com/axiomine/axiomine/internal/experiment/report"
)

// addFulfilment diagnoses the first stage and every arm on the test queries, summed over seeds and folds.
func (e *experiment) addFulfilment(ctx context.Context, r *report.Result) error {
	list, err := arms.Diagnosed(e.Explorer.Division.Chain)
	if err != nil {
		return err
	}
	miner := prepare.NewMiner(e.Explorer.Division.Chain)
	miner.Axioms = list
	st := e.Explorer.Division.Chain.Run.Progress.Stage("diagnose", "models", len(e.units)+len(e.Explorer.Division.Folds))
	defer st.Done()
	bySeed := map[string]map[uint64][]diagnose.Count{} // by model; each the sum over folds, by axiom
	add := func(name string, seed uint64, f *division.Fold, s diagnose.Scorer) error {
		counts, err := diagnose.Fulfilment(ctx, miner, f.Test, s, nil)
		if err != nil {
			return err
		}
		st.Add(1)
		pos := -1
		for i := range r.Fulfilment {
			if r.Fulfilment[i].Model == name {
				pos = i
			}
		}
		if pos < 0 {
			pos = len(r.Fulfilment)
			r.Fulfilment = append(r.Fulfilment, report.Fulfilment{Model: name})
			for _, a := range list {
				r.Fulfilment[pos].Axioms = append(r.Fulfilment[pos].Axioms, report.AxiomFulfilled{Axiom: a.String()})
			}
		}
		if bySeed[name] == nil {
			bySeed[name] = map[uint64][]diagnose.Count{}
		}
		if bySeed[name][seed] == nil {
			bySeed[name][seed] = make([]diagnose.Count, len(list))
		}
		for i, c := range counts {
			r.Fulfilment[pos].Axioms[i].Fulfilled += c.Fulfilled
			r.Fulfilment[pos].Axioms[i].Instances += c.Instances
			bySeed[name][seed][i].Fulfilled += c.Fulfilled
			bySeed[name][seed][i].Instances += c.Instances
		}
		return nil
	}
	for _, f := range e.Explorer.Division.Folds {
		if err := add(e.Explorer.Division.FirstStageName(), 0, f, f.From.First); err != nil {
			return err
		}
	}
	for _, u := range e.units {
		if err := add(u.Arm, u.At.Seed, u.At.Fold, u.Model.Scorer()); err != nil {
			return err
		}
	}
	for i := range r.Fulfilment {
		f := &r.Fulfilment[i]
		seeds := bySeed[f.Model]
		for a := range f.Axioms {
			for _, seed := range slices.Sorted(maps.Keys(seeds)) {
				if c := seeds[seed][a]; len(seeds) > 1 && c.Instances > 0 {
					f.Axioms[a].Seeds = append(f.Axioms[a].Seeds, c.Share())
				}
			}
		}
	}
	return nil
}
