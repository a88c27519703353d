package record

import (
	"strings"

	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/division"
	"github.com/axiomine/axiomine/train/report"
)

// addControls adds the first stage, and the mixture of the first stage with every arm. The weight is
// chosen on dev.
func (e *experiment) addControls(r *report.Result) error {
	first, name := &division.FirstStage{}, e.Explorer.Division.FirstStageName()
	alone := report.Arm{Name: name, Settings: e.Explorer.Division.FirstStageSettings()}
	for _, f := range e.Explorer.Division.Folds {
		alone.Seeds = append(alone.Seeds, e.judge.run(f, e.judge.rankBy(first)))
	}
	r.Controls = append(r.Controls, asControl(alone))
	for _, a := range r.Arms {
		if a.Ablation {
			continue
		}
		units := e.units.ofArm(a.Name)
		mix, weights := report.Arm{Name: name + " mixed with " + a.Name, Seeds: make([]report.SeedRun, len(units))}, make([]string, len(units))
		if err := e.sideBySide(len(units), func(i int) { mix.Seeds[i], weights[i] = e.judge.mix(units[i], first) }); err != nil {
			return err
		}
		mix.Settings = map[string]string{"weight of " + name + ", chosen on dev": strings.Join(weights, " ")}
		r.Controls = append(r.Controls, asControl(mix))
	}
	return nil
}

// asControl averages an arm's runs into a control: per query over seeds, then over queries.
func asControl(a report.Arm) report.Control {
	a.Average()
	c := report.Control{Name: a.Name, Settings: a.Settings, Dev: a.Mean.Dev, Test: a.Mean.Test, PerQueryFile: perQueryName(arms.Slug(a.Name)),
		PerQuery: report.QueryValues{}}
	for measure := range a.Mean.Test {
		c.PerQuery[measure] = a.PerQuery(measure)
	}
	return c
}
