package train

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
)

func (e *experiment) firstStageName() string {
	if !e.chain.Retrieves() {
		return "given run"
	}
	name, _ := prepare.ModelText(&e.config.Gen)
	return name
}

// firstStageParameters are those of the retrieval model, as "k1 0.9, b 0.4", and who chose them; of folds, each fold's.
func (e *experiment) firstStageParameters() string {
	_, parameters := prepare.ModelText(&e.config.Gen)
	if !e.chain.Retrieves() || parameters == "" {
		return ""
	}
	if e.folds[0].tuning == nil {
		return parameters
	}
	var tuned []string
	for _, f := range e.folds {
		if text := tunedText(f.tuning); !slices.Contains(tuned, text) {
			tuned = append(tuned, text)
		}
	}
	return strings.Join(tuned, "; ") + " (tuned on dev)"
}

// firstStageSettings are the parameters by name, and what they were tuned on.
func (e *experiment) firstStageSettings() map[string]string {
	if !e.chain.Retrieves() {
		return nil
	}
	out := map[string]string{}
	if e.folds[0].tuning == nil {
		_, parameters := prepare.ModelText(&e.config.Gen)
		for _, part := range strings.Split(parameters, ", ") {
			if name, value, ok := strings.Cut(part, " "); ok {
				out[name] = value
			}
		}
		out["tuned_on"] = "nothing: as configured"
		return out
	}
	for i := range e.folds[0].tuning.Parameters {
		var values []string
		name := ""
		for _, f := range e.folds {
			var value string
			name, value = f.tuning.Parameter(i)
			values = append(values, value)
		}
		if len(slices.Compact(slices.Clone(values))) == 1 {
			values = values[:1]
		}
		out[name] = strings.Join(values, " ") // of folds, in their order
	}
	out["tuned_on"] = fmt.Sprintf("dev, %d queries", e.folds[0].tuning.Queries)
	return out
}

// controls adds the first stage, and its mixture with every arm, whose weight is chosen on dev in steps of .1.
func (e *experiment) controls(r *report.Result) error {
	first := &firstStage{}
	control := e.control(e.firstStageName(), func(f *fold, queries []mine.Query) []corpus.Scored {
		return e.rows(queries, first)
	})
	control.Settings = e.firstStageSettings()
	r.Controls = append(r.Controls, control)
	for _, a := range r.Arms {
		if a.Ablation {
			continue
		}
		mixed, err := e.mixed(a.Name, first)
		if err != nil {
			return err
		}
		r.Controls = append(r.Controls, mixed)
	}
	return nil
}

func (e *experiment) rows(queries []mine.Query, s diagnose.Scorer) []corpus.Scored {
	var rows []corpus.Scored
	for i := range queries {
		q := &queries[i]
		rows = appendRows(rows, e.chain.Index, q, s.Scores(q, i)[:q.Own()])
	}
	return rows
}

// control measures a system without seeds over all folds.
func (e *experiment) control(name string, run func(f *fold, queries []mine.Query) []corpus.Scored) report.Control {
	a := report.Arm{Name: name}
	for _, f := range e.folds {
		s := report.SeedRun{Fold: f.number}
		s.Dev, _ = e.measure(f.dev, run(f, f.dev))
		s.Test, s.PerQuery = e.measure(f.test, run(f, f.test))
		a.Seeds = append(a.Seeds, s)
	}
	return asControl(a)
}

// asControl averages an arm's runs into a control: per query over seeds, then over queries.
func asControl(a report.Arm) report.Control {
	a.Average()
	c := report.Control{Name: a.Name, Settings: a.Settings, Dev: a.Mean.Dev, Test: a.Mean.Test, PerQueryFile: perQueryName(slug(a.Name)),
		PerQuery: report.QueryScores{}}
	for measure := range a.Mean.Test {
		c.PerQuery[measure] = a.PerQuery(measure)
	}
	return c
}

// mixed is the mixture of the first stage with an arm's models, seed by seed and fold by fold.
func (e *experiment) mixed(armName string, first *firstStage) (report.Control, error) {
	units := e.unitsOf(armName)
	a := report.Arm{Name: e.firstStageName() + " mixed with " + armName, Seeds: make([]report.SeedRun, len(units))}
	weights := make([]string, len(units))
	if err := e.sideBySide(len(units), func(i int) { a.Seeds[i], weights[i] = e.mixedUnit(units[i], first) }); err != nil {
		return report.Control{}, err
	}
	a.Settings = map[string]string{"weight of " + e.firstStageName() + ", chosen on dev": strings.Join(weights, " ")}
	return asControl(a), nil
}

// mixedUnit mixes the first stage with one model, by the weight that is best on its dev queries.
func (e *experiment) mixedUnit(u *unit, first *firstStage) (s report.SeedRun, weight string) {
	f := u.at.fold
	type scores struct{ first, model []float64 } // standardised
	of := func(queries []mine.Query) []scores {
		out := make([]scores, len(queries))
		for i := range queries {
			q := &queries[i]
			n := q.Own()
			out[i] = scores{standardised(first.Scores(q, i)[:n]), standardised(u.model.scorer().Scores(q, i)[:n])}
		}
		return out
	}
	dev := of(f.judgedDev)
	best, alpha := -1.0, 0.0
	for step := 0; step <= 10; step++ {
		x := float64(step) / 10
		values := f.devLists.PerQuery(e.main, func(query int) []float64 { return mixture(dev[query].first, dev[query].model, x) })
		if mean := eval.Mean(values); mean > best {
			best, alpha = mean, x
		}
	}
	rows := func(queries []mine.Query) []corpus.Scored {
		var out []corpus.Scored
		for i, x := range of(queries) {
			out = appendRows(out, e.chain.Index, &queries[i], mixture(x.first, x.model, alpha))
		}
		return out
	}
	s = report.SeedRun{Seed: u.at.seed, Fold: f.number}
	s.Dev, _ = e.measure(f.dev, rows(f.dev))
	s.Test, s.PerQuery = e.measure(f.test, rows(f.test))
	return s, fmt.Sprintf("%g", alpha)
}
