package diagnose

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/eval"
)

// Model is a run to be diagnosed, with its effectiveness.
type Model struct {
	Name   string
	Scores Scorer
	Judged *eval.Result
}

// Options of a diagnosis.
type Options struct {
	MinGrade int // lowest grade that is relevant
}

// Run diagnoses models on the instances that the miner's axioms have among the queries' candidates.
func Run(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Model, o Options, st *progress.Stage) (*Result, error) {
	scorers := make([]Scorer, len(models))
	for i := range models {
		scorers[i] = models[i].Scores
	}
	tallies, err := tallyAll(ctx, m, queries, scorers, o.MinGrade, st)
	if err != nil {
		return nil, err
	}
	r := &Result{Queries: len(queries), Tests: []Test{}}
	for i := range queries {
		r.Candidates += len(queries[i].Docs)
	}
	for a, axiom := range m.Axioms {
		r.Axioms = append(r.Axioms, axiomResult(axiom, &tallies[a], models))
		r.test(axiom, &tallies[a], models)
	}
	raw := make([]float64, len(r.Tests))
	for i := range r.Tests {
		raw[i] = r.Tests[i].P
	}
	for i, p := range eval.Holm(raw) {
		r.Tests[i].HolmP = p
	}
	if err := r.effectiveness(models); err != nil {
		return nil, err
	}
	r.correlate()
	r.terciles(m.Index, queries, models, o)
	return r, nil
}

func axiomResult(axiom axioms.Axiom, t *tally, models []Model) AxiomResult {
	r := AxiomResult{Axiom: axiom.String(), Order: "strict"}
	if axiom.Spec().Weak {
		r.Order = "weak"
	}
	_, triple := axiom.(axioms.Triple)
	for i, model := range models {
		f := Fulfilled{Run: model.Name, Count: t.within(i, len(t.steps)-1)}
		f.Share = f.Count.Share()
		for s, step := range axioms.DeltaStarSteps {
			c := t.within(i, s)
			f.ByDeltaStar = append(f.ByDeltaStar, AtStep{step, c, c.Share()})
		}
		if !triple {
			cells := &t.relevance[i]
			f.RR, f.RN, f.NR, f.NN = &cells[1][1], &cells[1][0], &cells[0][1], &cells[0][0]
			if decided := f.RN.Instances + f.NR.Instances; decided > 0 && r.Agreement == nil {
				share := float64(f.RN.Instances) / float64(decided)
				r.Agreement = &share
			}
		}
		r.Fulfilment = append(r.Fulfilment, f)
	}
	return r
}

// test compares every two models on an axiom; where they share no instance there is nothing to test.
func (r *Result) test(axiom axioms.Axiom, t *tally, models []Model) {
	for a := range models {
		for b := a + 1; b < len(models); b++ {
			if t.both[a][b] == 0 {
				continue
			}
			exact, _ := eval.McNemar(t.only[a][b], t.only[b][a])
			r.Tests = append(r.Tests, Test{Axiom: axiom.String(), A: models[a].Name, B: models[b].Name, Instances: t.both[a][b],
				OnlyA: t.only[a][b], OnlyB: t.only[b][a], P: exact})
		}
	}
}

func (r *Result) effectiveness(models []Model) error {
	ap, err := eval.Parse("MAP")
	if err != nil {
		return err
	}
	ndcg, err := eval.Parse("nDCG")
	if err != nil {
		return err
	}
	for i, model := range models {
		of := RunResult{Run: model.Name, MAP: model.Judged.Summary(ap), NDCG: model.Judged.Summary(ndcg)}
		shares := []float64{}
		for _, a := range r.Axioms {
			if f := a.Fulfilment[i]; f.Instances > 0 {
				shares = append(shares, f.Share)
			}
		}
		of.MeanFulfilment = eval.Mean(shares)
		r.Runs = append(r.Runs, of)
	}
	return nil
}

// fewestRuns is the number of runs below which a correlation says nothing.
const fewestRuns = 3

func (r *Result) correlate() {
	if len(r.Runs) < fewestRuns {
		return
	}
	var ap, mean []float64
	for _, run := range r.Runs {
		ap, mean = append(ap, run.MAP), append(mean, run.MeanFulfilment)
	}
	r.Correlations = append(r.Correlations, Correlation{R: eval.Pearson(ap, mean)})
	for _, a := range r.Axioms {
		var shares []float64
		for _, f := range a.Fulfilment {
			if f.Instances > 0 {
				shares = append(shares, f.Share)
			}
		}
		if len(shares) == len(ap) {
			r.Correlations = append(r.Correlations, Correlation{a.Axiom, eval.Pearson(ap, shares)})
		}
	}
}
