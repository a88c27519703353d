package train

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// system is a system whose fulfilment of the axioms is counted, by seed and fold.
type system struct {
	name   string
	models []systemModel
	bySeed map[uint64]*[][]diagnose.Count // by query of all folds, then axiom
}

func newSystem(name string) *system {
	return &system{name: name, bySeed: map[uint64]*[][]diagnose.Count{}}
}

// systemModel is one ranking of a system.
type systemModel struct {
	seed   uint64
	fold   *trial.Fold
	scorer diagnose.Scorer
}

// addFulfilment diagnoses the first stage and every arm on the test queries. Counts are summed over seeds and folds.
func (e *experiment) addFulfilment(ctx context.Context, r *report.Result) error {
	list, err := DiagnosisAxioms(e.Explorer.Division.Chain)
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

// askedSystems returns the systems to diagnose: the first stage, then the arms in the order of training.
func (e *experiment) askedSystems() []*system {
	first := newSystem(e.Explorer.Division.FirstStageName())
	for _, f := range e.Explorer.Division.Folds {
		first.models = append(first.models, systemModel{0, f, f.Source.First})
	}
	list := []*system{first}
	for _, u := range e.units {
		i := slices.IndexFunc(list, func(a *system) bool { return a.name == u.Arm })
		if i < 0 {
			i = len(list)
			list = append(list, newSystem(u.Arm))
		}
		list[i].models = append(list[i].models, systemModel{u.Draw.Seed, u.Draw.Fold, u.Model.Scorer()})
	}
	return list
}

// ask counts the instances that each system orders and fulfils. The queries of a fold are mined once for all systems.
func ask(ctx context.Context, d *trial.Division, list []axioms.Axiom, systems []*system) error {
	miner := prepare.NewMiner(d.Chain)
	miner.Axioms = list
	queries := 0
	for _, f := range d.Folds {
		queries += len(f.Test)
	}
	st := d.Chain.Run.Progress.Stage("diagnose", "queries", queries)
	defer st.Done()
	for _, f := range d.Folds {
		var scorers []diagnose.Scorer
		var keep []*[][]diagnose.Count // of each scorer
		for _, a := range systems {
			for _, m := range a.models {
				if m.fold == f {
					if a.bySeed[m.seed] == nil {
						a.bySeed[m.seed] = &[][]diagnose.Count{}
					}
					scorers, keep = append(scorers, m.scorer), append(keep, a.bySeed[m.seed])
				}
			}
		}
		counts, err := diagnose.PerQuery(ctx, miner, f.Test, scorers, st)
		if err != nil {
			return err
		}
		for _, ofQuery := range counts {
			for i, list := range keep {
				*list = append(*list, ofQuery[i])
			}
		}
	}
	return nil
}

// fulfilment returns a system's record for each axiom: the counts over all seeds and folds, and either the share of each seed or, for a
// single seed, an interval over queries.
func (s *system) fulfilment(list []axioms.Axiom, randomSeed int) []report.AxiomFulfilment {
	out := make([]report.AxiomFulfilment, len(list))
	for i, axiom := range list {
		out[i].Axiom = axiom.String()
	}
	for _, seed := range slices.Sorted(maps.Keys(s.bySeed)) {
		for i := range list {
			var sum diagnose.Count
			for _, counts := range *s.bySeed[seed] {
				sum.Add(counts[i])
			}
			out[i].Add(sum)
			if len(s.bySeed) > 1 && sum.Instances > 0 {
				out[i].Seeds = append(out[i].Seeds, sum.Share())
			}
		}
		if len(s.bySeed) == 1 {
			for i, interval := range diagnose.ShareIntervals(*s.bySeed[seed], randomSeed) {
				out[i].CI95 = (*[2]float64)(interval)
			}
		}
	}
	return out
}

// compareFulfilment compares the arm with axiomatic pairs with the judged arm. Each axiom has the same
// instances for both, on the dev and on the test queries.
func (e *experiment) compareFulfilment(ctx context.Context, r *report.Result) error {
	chain := e.Explorer.Division.Chain
	list, err := DiagnosisAxioms(chain)
	if err != nil {
		return err
	}
	isDrawn := map[string]bool{} // the axioms of which a setting of the grid draws pairs
	for _, i := range chain.Axioms.Drawn {
		isDrawn[chain.Axioms.All[i].String()] = true
	}
	models := e.units.models(Judged)
	miner := prepare.NewMiner(chain)
	miner.Axioms = list
	var all []report.MendedAxiom
	for _, split := range []string{"dev", "test"} {
		rows := make([]report.MendedAxiom, len(list))
		for a, axiom := range list {
			rows[a] = report.MendedAxiom{Axiom: axiom.String(), Split: split, A: Judged, B: Augmented, Trained: isDrawn[axiom.String()]}
		}
		hasRows := false
		for _, u := range e.units {
			model := models[u.Draw]
			if u.Arm != Augmented || model == nil {
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
			all = append(all, rows...)
		}
	}
	r.Mended = report.SelectTested(all)
	return nil
}

// pairFulfilment counts, per query and axiom of the miner, which of the two models fulfil each instance
// among the query's candidates. Ties under a weak order are left out, as in a diagnosis.
func pairFulfilment(ctx context.Context, m *mine.Miner, queries []mine.Query, a, b mine.Scorer) ([][]report.SharedCounts, error) {
	counts := make([][]report.SharedCounts, len(queries))
	return counts, diagnose.Walk(ctx, m, queries, []mine.Scorer{a, b}, nil,
		func(_ int, _ *mine.Query, pos int, _ [][]float64, instances iter.Seq[*diagnose.Instance]) {
			counts[pos] = make([]report.SharedCounts, len(m.Axioms))
			for in := range instances {
				count(&counts[pos][in.Axiom], in.Outcomes[0], in.Outcomes[1])
			}
		})
}

// count adds an instance that both models order: one, both or none of them fulfil it.
func count(s *report.SharedCounts, a, b diagnose.Outcome) {
	if !a.IsOrdered() || !b.IsOrdered() {
		return
	}
	s.Instances++
	switch obeysA, obeysB := a == diagnose.Fulfilled, b == diagnose.Fulfilled; {
	case obeysA && obeysB:
		s.BothFulfilled++
	case obeysA:
		s.OnlyA++
	case obeysB:
		s.OnlyB++
	}
}
