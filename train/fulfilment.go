package train

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// system is the first stage or an arm, with the axiom instances that it fulfils.
type system struct {
	name   string
	models []systemModel
	bySeed map[uint64]*[][]diagnose.Count // for each seed, the counts by query of all folds and by axiom
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

// addFulfilment adds the fulfilment of the axioms by the first stage and every arm on the test queries.
func (e *experiment) addFulfilment(ctx context.Context, r *report.Result) error {
	list, err := DiagnosisAxioms(e.Division.Chain)
	if err != nil {
		return err
	}
	systems := e.systems()
	if err := countFulfilment(ctx, e.Division, list, systems); err != nil {
		return err
	}
	for _, a := range systems {
		r.Fulfilment = append(r.Fulfilment, report.Fulfilment{Model: a.name, Axioms: a.fulfilment(list, e.Config.Gen.Seed)})
	}
	return nil
}

// systems returns the first stage, then the arms in the order of training, without counts.
func (e *experiment) systems() []*system {
	first := newSystem(e.Division.FirstStageName())
	for _, f := range e.Division.Folds {
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

// countFulfilment sets the counts of each system. The queries of a fold are mined once for all systems.
func countFulfilment(ctx context.Context, d *trial.Division, list []axioms.Axiom, systems []*system) error {
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
		var targets []*[][]diagnose.Count // targets[i] receives a row of counts of scorers[i] for each query
		for _, a := range systems {
			for _, m := range a.models {
				if m.fold == f {
					if a.bySeed[m.seed] == nil {
						a.bySeed[m.seed] = &[][]diagnose.Count{}
					}
					scorers, targets = append(scorers, m.scorer), append(targets, a.bySeed[m.seed])
				}
			}
		}
		counts, err := diagnose.PerQuery(ctx, miner, f.Test, scorers, st)
		if err != nil {
			return err
		}
		for _, queryCounts := range counts {
			for i, target := range targets {
				*target = append(*target, queryCounts[i])
			}
		}
	}
	return nil
}

// fulfilment returns the record for each axiom of list: the counts over all seeds and folds. Several seeds add the share of each seed, a
// single seed the interval over queries.
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

// compareFulfilment compares the arm with axiomatic pairs with the judged arm, on the dev and on the test
// queries. Both arms are compared on the same instances of each axiom.
func (e *experiment) compareFulfilment(ctx context.Context, r *report.Result) error {
	chain := e.Division.Chain
	list, err := DiagnosisAxioms(chain)
	if err != nil {
		return err
	}
	// isDrawn holds the axioms for which a setting of the grid draws pairs.
	isDrawn := lists.Set(chain.Axioms.Drawn, func(i int) string { return chain.Axioms.All[i].String() })
	models := e.units.models(Judged)
	miner := prepare.NewMiner(chain)
	miner.Axioms = list
	var all []report.MendedAxiom
	for _, split := range []string{"dev", "test"} {
		rows := lists.Map(list, func(a axioms.Axiom) report.MendedAxiom {
			return report.MendedAxiom{Axiom: a.String(), Split: split, A: Judged, B: Augmented, Trained: isDrawn[a.String()]}
		})
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

// pairFulfilment counts the instances that both, one or none of two models fulfil, by query and axiom of the
// miner. Ties under a weak order are left out, as in a diagnosis.
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

// count adds an instance with its outcomes for the two models. Instances that a model does not order are left out.
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
