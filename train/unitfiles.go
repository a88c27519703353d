package train

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/trial"
)

// keptUnit is the record of a finished unit, stored with its model. An interrupted experiment continues
// with the next unit.
type keptUnit struct {
	Cells     []DevResult      `json:"cells"`
	Best      configs.Settings `json:"best"`
	Chosen    configs.Settings `json:"chosen"`
	BestEpoch int              `json:"best_epoch"`
	Training  []drmm.Epoch     `json:"training"` // of the chosen setting
	Pairs     map[string]int   `json:"pairs"`
	Shown     []ValueModel     `json:"shown,omitempty"` // ranked on test for the reader; their models have files of their own

	models map[int]*drmm.Model // of Shown, by cell
}

func modelName(unit string) string    { return "models/" + unit + ".json" }
func trainingName(unit string) string { return "training/" + unit + ".json" }

// unitStore keeps finished units in an output directory.
type unitStore struct {
	out     *result.Dir
	config  *configs.Config
	measure eval.Measure // the main one
	mines   bool         // the mistakes of the judged arm's model decide pairs
	runSums [2]string    // checksums of the runs whose mistakes pairs are drawn from
}

// key returns the key of everything that decides a unit. The number of seeds and the measures after
// the main one do not.
func (s *unitStore) key(u *Unit, list []configs.Settings, d *trial.Drawer, fallback *Unit) (string, error) {
	base := *s.config
	base.Train.Seeds, base.Train.Measures, base.Train.Choose = 0, s.measure.String(), ""
	config := base.Portable() // the chain's key covers the content of files
	var cells []any
	for _, setting := range list {
		cells = append(cells, setting.Portable())
	}
	instead := ""
	if fallback != nil {
		instead = fmt.Sprint(fallback.Chosen, fallback.Model.Dev)
	}
	modelText := ""
	if scorer, ok := d.Judged.(*trial.Scorer); ok && s.mines {
		var text strings.Builder
		if err := scorer.Model.Save(&text); err != nil {
			return "", err
		}
		modelText = text.String()
	}
	chain := u.Draw.Fold.Source.Chain
	return stage.Hash(chain.Run.Key(stage.Mining), config["gen"], config["train"], u.Arm, u.Draw.Seed, u.Draw.Fold.Number, cells, instead,
		modelText, s.runSums), nil
}

// recall loads a unit that an earlier attempt finished, with its model. The model is nil if there was none.
func (s *unitStore) recall(u *Unit, key string) (*drmm.Model, *keptUnit, error) {
	if _, ok := s.out.FinishedFiles("unit "+u.Name(), key); !ok {
		return nil, nil, nil
	}
	raw, err := fs.ReadFile(s.out.FS(), trainingName(u.Name()))
	if err != nil {
		return nil, nil, err
	}
	var record keptUnit
	if err := json.Unmarshal(raw, &record); err != nil {
		return nil, nil, err
	}
	record.models = map[int]*drmm.Model{}
	for _, x := range record.Shown {
		if record.models[x.Cell], err = s.readModel(shownFile(u.Name(), x.Cell)); err != nil {
			return nil, nil, err
		}
	}
	model, err := s.readModel(modelName(u.Name()))
	return model, &record, err
}

// readModel reads the file of a model.
func (s *unitStore) readModel(name string) (*drmm.Model, error) {
	f, err := s.out.FS().Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return drmm.Read(f, s.out.Path(name))
}

// keep writes a finished unit.
func (s *unitStore) keep(u *Unit, key string) error {
	m := u.Model
	names, models := []string{modelName(u.Name())}, []*drmm.Model{m.Model}
	for _, x := range u.Shown {
		if name := shownFile(u.Name(), x.Cell); !slices.Contains(names, name) {
			names, models = append(names, name), append(models, x.Model.Model)
		}
	}
	var files []result.File
	for i, name := range names {
		f, err := s.out.WriteFile(name, models[i].Save)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	training, err := s.out.WriteJSON(trainingName(u.Name()), keptUnit{Cells: u.Cells, Best: u.Best, Chosen: u.Chosen, BestEpoch: m.BestEpoch,
		Training: m.Epochs, Pairs: m.Pairs, Shown: u.Shown})
	if err != nil {
		return err
	}
	return s.out.Finish("unit "+u.Name(), key, append(files, training))
}

// ValueModel is the model that is best on dev among an arm's settings with one value of a key. Test is ranked by it for the reader; it
// decides nothing.
type ValueModel struct {
	configs.Setting
	Cell  int                 `json:"cell"` // of the unit, from 0
	Model *trial.TrainedModel `json:"-"`
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
