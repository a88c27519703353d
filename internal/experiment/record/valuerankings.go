package record

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/trial"
)

// valueModel is a unit's model at one value of a key.
type valueModel struct {
	unit  *arms.Unit
	shown *arms.ValueModel
}

// shownModels returns an arm's models by value, in the order of the grid, each by seed and fold.
func (e *experiment) shownModels(arm string) (values []configs.Setting, models [][]valueModel) {
	for _, u := range e.unitsOf(arm) {
		for i := range u.Shown {
			x := &u.Shown[i]
			value := configs.Setting{Key: x.Key, Value: configs.Portable(x.Key, x.Value)}
			k := slices.Index(values, value)
			if k < 0 {
				k = len(values)
				values, models = append(values, value), append(models, nil)
			}
			models[k] = append(models[k], valueModel{u, x})
		}
	}
	return values, models
}

// shownValues measures an arm on test at each value of the keys that the explorer shows. It is nil without any.
func (e *experiment) shownValues(arm string) (*report.KeyRankings, error) {
	values, models := e.shownModels(arm)
	if len(values) == 0 {
		return nil, nil
	}
	out := &report.KeyRankings{Note: report.ShownNote}
	for i, value := range values {
		v := report.ValueRanking{Key: value.Key, Value: value.Value, Test: map[string]report.Spread{}}
		runs := report.Arm{Seeds: make([]report.SeedRun, len(models[i]))}
		measure := func(k int) { runs.Seeds[k] = e.testRun(models[i][k].unit, models[i][k].shown.Model) }
		if err := e.sideBySide(len(models[i]), measure); err != nil {
			return nil, err
		}
		for _, m := range models[i] {
			v.Chosen = append(v.Chosen, report.Choice{Seed: m.unit.Draw.Seed, Fold: m.unit.Draw.Fold.Number,
				Setting: m.unit.Cells[m.shown.Cell].Setting.Map(), Dev: m.shown.Model.Dev})
		}
		for _, m := range e.Explorer.Measures {
			v.Test[m.String()] = runs.Spread(m.String())
		}
		out.Values = append(out.Values, v)
	}
	return out, nil
}

// testRun measures a model on the test queries of a unit's fold.
func (e *experiment) testRun(u *arms.Unit, m *trial.TrainedModel) report.SeedRun {
	s := report.SeedRun{Seed: u.Draw.Seed, Fold: u.Draw.Fold.Number}
	s.Test, s.PerQuery = e.measure(u.Draw.Fold.Test, e.rank(m, u.Draw.Fold.Test))
	return s
}
