package arms

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/trial"
)

// ValueModel is the model that is best on dev among an arm's settings with one value of a key. Test is ranked by it for the reader; it
// decides nothing.
type ValueModel struct {
	configs.Setting
	Cell  int                 `json:"cell"` // of the unit, from 0
	Model *trial.TrainedModel `json:"-"`
}

// shownKeys returns the keys whose values an arm shows on test. An ablation has one setting and shows none.
func (e *Explorer) shownKeys(arm string) []string {
	if arm == JudgedSame || arm == AugmentedSame || arm == JudgedMore {
		return nil
	}
	return e.Shows
}

// withShown returns the key of a unit that shows the values of keys too.
func withShown(key string, shows []string) string {
	if len(shows) == 0 {
		return key
	}
	return stage.Hash(key, shows)
}

// show sets the models that are best on dev at each value of the keys, the first of equals. list are the settings that were trained, and
// models theirs. Settings without the key are at none of its values.
func (u *Unit) show(shows []string, list []configs.Settings, models []*trial.TrainedModel) {
	for _, key := range shows {
		for i, s := range list {
			if !s.Has(key) {
				continue
			}
			value := configs.Setting{Key: key, Value: s.Value(key, "")}
			k := slices.IndexFunc(u.Shown, func(x ValueModel) bool { return x.Setting == value })
			if k < 0 {
				u.Shown = append(u.Shown, ValueModel{value, i, models[i]})
			} else if models[i].Dev > u.Shown[k].Model.Dev {
				u.Shown[k].Cell, u.Shown[k].Model = i, models[i]
			}
		}
	}
}

// shownFile returns the name of the model file of a cell that a unit shows.
func shownFile(unit string, cell int) string {
	return modelName(fmt.Sprintf("%s.cell%d", unit, cell+1))
}

// restoreShown fills in what a unit shows, from its record and the models of its cells.
func restoreShown(ctx context.Context, inputs *inputCache, measure eval.Measure, u *Unit, list []ValueModel,
	models map[int]*drmm.Model) error {
	u.Shown = list
	for i := range u.Shown {
		x := &u.Shown[i]
		c, err := ConfigOf(u.Arm, u.Cells[x.Cell].Setting, u.Draw.Fold)
		if err != nil {
			return err
		}
		f, err := inputs.inputs(ctx, u.Draw.Fold.Source, c)
		if err != nil {
			return err
		}
		x.Model = trial.Restore(models[x.Cell], u.Draw.Fold, f, measure)
	}
	return nil
}
