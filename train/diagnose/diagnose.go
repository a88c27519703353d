package diagnose

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/train/eval"
)

// Model is a run or a retrieval model to be diagnosed.
type Model struct {
	Name   string
	Scores Scorer
	Judged *eval.Result // the model's ranking with its judgements
}

// Options are the options of a diagnosis.
type Options struct {
	MinGrade int // the smallest relevant grade
	Seed     int // the seed of Bootstrap
}

// Run diagnoses models on the instances of the miner's axioms among the queries' candidates.
func Run(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Model, o Options, st *progress.Stage) (*Result, error) {
	scorers := make([]Scorer, len(models))
	for i := range models {
		scorers[i] = models[i].Scores
	}
	tallies, sums, err := tallyAll(ctx, m, queries, scorers, o.MinGrade, st)
	if err != nil {
		return nil, err
	}
	r := &Result{Queries: len(queries), Tests: []Test{}}
	for i := range queries {
		r.Candidates += len(queries[i].Docs)
	}
	for a, axiom := range m.Axioms {
		r.Axioms = append(r.Axioms, axiomResult(axiom, tallies[a], models))
		r.Tests = append(r.Tests, testModels(axiom, tallies[a], models)...)
	}
	adjustTests(r.Tests)
	setSums(r.Axioms, r.Tests, sums, models, o.Seed)
	r.Runs = measureRuns(models, r.Axioms)
	r.Terciles, r.Uncovered = divideByOverlap(m.Index, queries, models, o.MinGrade)
	return r, nil
}

func axiomResult(axiom axioms.Axiom, t tally, models []Model) AxiomResult {
	r := AxiomResult{Axiom: axiom.String(), Order: "strict"}
	if axiom.Spec().Weak {
		r.Order = "weak"
	}
	_, triple := axiom.(axioms.Triple)
	all := t[len(t)-1] // without a bound on lengths
	for i, model := range models {
		f := RunFulfilment{Run: model.Name, Count: all.models[i]}
		f.Share = f.Count.Share()
		for s, step := range axioms.DeltaStarSteps {
			c := t[s].models[i]
			f.ByDeltaStar = append(f.ByDeltaStar, AtStep{step, c, c.Share()})
		}
		if !triple {
			cells := all.relevance[i]
			f.RR, f.RN, f.NR, f.NN = &cells[1][1], &cells[1][0], &cells[0][1], &cells[0][0]
			if r.Agreement == nil {
				r.setAgreement(t, i)
			}
		}
		r.Fulfilment = append(r.Fulfilment, f)
	}
	return r
}

// setAgreement sets the agreement with the judgements, from the instances that a model scores, ties included. It sets
// nothing if no instance has exactly one relevant document.
func (r *AxiomResult) setAgreement(t tally, model int) {
	agreement := func(step int) Agreement {
		c := t[step].relevance[model]
		a := Agreement{RN: c[1][0].NumScored(), NR: c[0][1].NumScored()}
		if a.RN+a.NR > 0 {
			a.Share = new(float64(a.RN) / float64(a.RN+a.NR))
		}
		return a
	}
	if r.Agreement = agreement(len(t) - 1).Share; r.Agreement == nil {
		return
	}
	for s, step := range axioms.DeltaStarSteps {
		r.AgreementByDeltaStar = append(r.AgreementByDeltaStar, AgreementAtStep{step, agreement(s)})
	}
}

// testModels compares every pair of models on an axiom, over all instances and within each step of delta*. It
// leaves out pairs of models without a common instance.
func testModels(axiom axioms.Axiom, t tally, models []Model) (tests []Test) {
	for a := range models {
		for b := a + 1; b < len(models); b++ {
			countsWithin := func(step int) McNemar {
				p := t[step].pairs[pairNumber(a, b, len(models))]
				return McNemar{Instances: p.bothOrdered, OnlyA: p.onlyA, OnlyB: p.onlyB, P: eval.McNemar(p.onlyA, p.onlyB)}
			}
			test := Test{Axiom: axiom.String(), A: models[a].Name, B: models[b].Name, McNemar: countsWithin(len(t) - 1)}
			if test.Instances == 0 {
				continue
			}
			for s, step := range axioms.DeltaStarSteps {
				if m := countsWithin(s); m.Instances > 0 {
					test.ByDeltaStar = append(test.ByDeltaStar, TestAtStep{step, m})
				}
			}
			tests = append(tests, test)
		}
	}
	return tests
}

// adjustTests sets HolmP of the tests. Holm's adjustment is separate for the tests over all instances and for the tests within the steps.
func adjustTests(tests []Test) {
	var all, steps []*McNemar
	for i := range tests {
		all = append(all, &tests[i].McNemar)
		for s := range tests[i].ByDeltaStar {
			steps = append(steps, &tests[i].ByDeltaStar[s].McNemar)
		}
	}
	for _, family := range [][]*McNemar{all, steps} {
		eval.Adjust(family, func(m **McNemar) float64 { return (*m).P }, func(m **McNemar) *float64 { return &(*m).HolmP })
	}
}

// measureRuns returns the effectiveness of the models, and the share of all instances that they fulfil.
func measureRuns(models []Model, results []AxiomResult) (runs []RunResult) {
	ap, ndcg := measureOf("MAP"), measureOf("nDCG")
	for i, model := range models {
		result := RunResult{Run: model.Name}
		if len(model.Judged.Queries()) > 0 {
			result.Effectiveness = &Effectiveness{MAP: model.Judged.Summary(ap), NDCG: model.Judged.Summary(ndcg)}
		}
		fulfilled, instances := 0.0, 0.0
		for _, a := range results {
			f := a.Fulfilment[i]
			fulfilled += float64(f.Share * float64(f.Instances))
			instances += float64(f.Instances)
		}
		if instances > 0 {
			result.MeanFulfilment = fulfilled / instances
		}
		runs = append(runs, result)
	}
	return runs
}

// measureOf returns the measure of a name that eval knows.
func measureOf(name string) eval.Measure {
	m, err := eval.Parse(name)
	if err != nil {
		panic(err)
	}
	return m
}
