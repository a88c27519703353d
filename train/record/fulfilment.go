package record

import (
	"context"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/division"
	"github.com/axiomine/axiomine/train/fulfilment"
	"github.com/axiomine/axiomine/train/report"
)

// system is a system whose scores are held against the axioms, under seeds on folds.
type system struct {
	name   string
	models []systemModel
	bySeed map[uint64][][]fulfilment.Count // by query of all folds, then axiom
}

// systemModel is one ranking of a system.
type systemModel struct {
	seed   uint64
	fold   *division.Fold
	scorer fulfilment.Scorer
}

// addFulfilment diagnoses the first stage and every arm on the test queries. Counts are summed over seeds and folds.
func (e *experiment) addFulfilment(ctx context.Context, r *report.Result) error {
	list, err := arms.DiagnosisAxioms(e.Explorer.Division.Chain)
	if err != nil {
		return err
	}
	systems := e.askedSystems()
	if err := ask(ctx, e.Explorer.Division, list, systems); err != nil {
		return err
	}
	for _, a := range systems {
		r.Fulfilment = append(r.Fulfilment, report.Fulfilment{Model: a.name, Axioms: a.fulfilment(list, e.Explorer.Config.Gen.Seed)})
	}
	return nil
}

// askedSystems returns the first stage and the arms, in the order in which they were trained.
func (e *experiment) askedSystems() []*system {
	first := &system{name: e.Explorer.Division.FirstStageName()}
	for _, f := range e.Explorer.Division.Folds {
		first.models = append(first.models, systemModel{0, f, f.Source.First})
	}
	list := []*system{first}
	for _, u := range e.units {
		i := slices.IndexFunc(list, func(a *system) bool { return a.name == u.Arm })
		if i < 0 {
			i = len(list)
			list = append(list, &system{name: u.Arm})
		}
		list[i].models = append(list[i].models, systemModel{u.Draw.Seed, u.Draw.Fold, u.Model.Scorer()})
	}
	return list
}

// ask counts the instances of each system. The queries of a fold are mined once for all systems.
func ask(ctx context.Context, d *division.Division, list []axioms.Axiom, systems []*system) error {
	miner := prepare.NewMiner(d.Chain)
	miner.Axioms = list
	queries := 0
	for _, f := range d.Folds {
		queries += len(f.Test)
	}
	st := d.Chain.Run.Progress.Stage("diagnose", "queries", queries)
	defer st.Done()
	for _, f := range d.Folds {
		var scorers []fulfilment.Scorer
		var add []func(counts [][]fulfilment.Count)
		for _, a := range systems {
			for _, m := range a.models {
				if m.fold == f {
					scorers = append(scorers, m.scorer)
					add = append(add, func(counts [][]fulfilment.Count) { a.add(m.seed, counts) })
				}
			}
		}
		counts, err := fulfilment.PerQuery(ctx, miner, f.Test, scorers, st)
		if err != nil {
			return err
		}
		for i := range scorers {
			ofModel := make([][]fulfilment.Count, len(counts))
			for query := range counts {
				ofModel[query] = counts[query][i]
			}
			add[i](ofModel)
		}
	}
	return nil
}

// add appends the counts of a fold's queries under a seed.
func (a *system) add(seed uint64, counts [][]fulfilment.Count) {
	if a.bySeed == nil {
		a.bySeed = map[uint64][][]fulfilment.Count{}
	}
	a.bySeed[seed] = append(a.bySeed[seed], counts...)
}

// fulfilment returns a system's record, by axiom: the counts of all seeds and folds, and the share of each seed, or an interval over
// queries where there is one.
func (a *system) fulfilment(list []axioms.Axiom, randomSeed int) []report.AxiomFulfilment {
	out := make([]report.AxiomFulfilment, len(list))
	for i, axiom := range list {
		out[i].Axiom = axiom.String()
	}
	for _, seed := range slices.Sorted(maps.Keys(a.bySeed)) {
		for i := range list {
			var sum fulfilment.Count
			for _, counts := range a.bySeed[seed] {
				sum.Add(counts[i])
			}
			out[i].Fulfilled += sum.Fulfilled
			out[i].Instances += sum.Instances
			out[i].TiesLeftOut += sum.TiesLeftOut
			if len(a.bySeed) > 1 && sum.Instances > 0 {
				out[i].Seeds = append(out[i].Seeds, sum.Share())
			}
		}
		if len(a.bySeed) == 1 {
			for i, interval := range fulfilment.ShareIntervals(a.bySeed[seed], randomSeed) {
				out[i].CI95 = (*[2]float64)(interval)
			}
		}
	}
	return out
}
