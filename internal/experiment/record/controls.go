package record

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/division"
	"github.com/axiomine/axiomine/internal/experiment/fulfilment"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/report/perquery"
	"github.com/axiomine/axiomine/train/eval"
)

// addControls adds the first stage, and the mixture of the first stage with every arm. The weight is
// chosen on dev in steps of .1.
func (e *experiment) addControls(r *report.Result) error {
	first := &division.FirstStage{}
	control := e.control(e.Explorer.Division.FirstStageName(), func(f *division.Fold, queries []mine.Query) []corpus.RunRow {
		return e.rows(queries, first)
	})
	control.Settings = e.Explorer.Division.FirstStageSettings()
	r.Controls = append(r.Controls, control)
	for _, a := range r.Arms {
		if a.Ablation {
			continue
		}
		mix, err := e.mixtureControl(a.Name, first)
		if err != nil {
			return err
		}
		r.Controls = append(r.Controls, mix)
	}
	return nil
}

func (e *experiment) rows(queries []mine.Query, s fulfilment.Scorer) []corpus.RunRow {
	var rows []corpus.RunRow
	for i := range queries {
		q := &queries[i]
		rows = AppendRows(rows, e.Explorer.Division.Chain.Index, q, s.Scores(q, i)[:q.CollectionDocs()])
	}
	return rows
}

// control measures a system without seeds over all folds.
func (e *experiment) control(name string, run func(f *division.Fold, queries []mine.Query) []corpus.RunRow) report.Control {
	a := report.Arm{Name: name}
	for _, f := range e.Explorer.Division.Folds {
		s := report.SeedRun{Fold: f.Number}
		s.Dev, _ = e.measure(f.Dev, run(f, f.Dev))
		s.Test, s.PerQuery = e.measure(f.Test, run(f, f.Test))
		a.Seeds = append(a.Seeds, s)
	}
	return asControl(a)
}

// asControl averages an arm's runs into a control: per query over seeds, then over queries.
func asControl(a report.Arm) report.Control {
	a.Average()
	c := report.Control{Name: a.Name, Settings: a.Settings, Dev: a.Mean.Dev, Test: a.Mean.Test, PerQueryFile: perQueryName(arms.Slug(a.Name)),
		PerQuery: perquery.Values{}}
	for measure := range a.Mean.Test {
		c.PerQuery[measure] = a.PerQuery(measure)
	}
	return c
}

// mixtureControl measures the mixture of the first stage with an arm's models, for every seed on every
// fold.
func (e *experiment) mixtureControl(armName string, first *division.FirstStage) (report.Control, error) {
	units := e.unitsOf(armName)
	a := report.Arm{Name: e.Explorer.Division.FirstStageName() + " mixed with " + armName, Seeds: make([]report.SeedRun, len(units))}
	weights := make([]string, len(units))
	if err := e.sideBySide(len(units), func(i int) { a.Seeds[i], weights[i] = e.mixUnit(units[i], first) }); err != nil {
		return report.Control{}, err
	}
	a.Settings = map[string]string{"weight of " + e.Explorer.Division.FirstStageName() + ", chosen on dev": strings.Join(weights, " ")}
	return asControl(a), nil
}

// mixUnit mixes the first stage with one model, with the weight that is best on its dev queries.
func (e *experiment) mixUnit(u *arms.Unit, first *division.FirstStage) (s report.SeedRun, weight string) {
	f := u.Draw.Fold
	type scores struct{ first, model []float64 } // standardised
	standardise := func(queries []mine.Query) []scores {
		out := make([]scores, len(queries))
		for i := range queries {
			q := &queries[i]
			n := q.CollectionDocs()
			out[i] = scores{zScores(first.Scores(q, i)[:n]), zScores(u.Model.Scorer().Scores(q, i)[:n])}
		}
		return out
	}
	dev := standardise(f.JudgedDev)
	best, alpha := -1.0, 0.0
	for step := 0; step <= 10; step++ {
		x := float64(step) / 10
		values := f.DevLists.PerQuery(e.Explorer.Measures[0], func(query int) []float64 { return mixture(dev[query].first, dev[query].model, x) })
		if mean := eval.Mean(values); mean > best {
			best, alpha = mean, x
		}
	}
	rows := func(queries []mine.Query) []corpus.RunRow {
		var out []corpus.RunRow
		for i, x := range standardise(queries) {
			out = AppendRows(out, e.Explorer.Division.Chain.Index, &queries[i], mixture(x.first, x.model, alpha))
		}
		return out
	}
	s = report.SeedRun{Seed: u.Draw.Seed, Fold: f.Number}
	s.Dev, _ = e.measure(f.Dev, rows(f.Dev))
	s.Test, s.PerQuery = e.measure(f.Test, rows(f.Test))
	return s, fmt.Sprintf("%g", alpha)
}
