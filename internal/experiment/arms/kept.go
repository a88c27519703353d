package arms

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/experiment/features"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/settings"
	"github.com/axiomine/axiomine/internal/experiment/trainpairs"
	"github.com/axiomine/axiomine/internal/experiment/trial"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train/drmm"
)

// keptUnit is the record of a finished unit, stored with its model. An interrupted experiment continues
// with the next unit.
type keptUnit struct {
	Cells     []Explored       `json:"cells"`
	Best      settings.Setting `json:"best"`
	Chosen    settings.Setting `json:"chosen"`
	BestEpoch int              `json:"best_epoch"`
	Training  []report.Epoch   `json:"training"` // of the chosen setting
	Pairs     map[string]int   `json:"pairs"`
}

func modelName(unit string) string    { return "models/" + unit + ".json" }
func trainingName(unit string) string { return "training/" + unit + ".json" }

// unitKey returns the key of everything that decides a unit. The number of seeds and the measures after
// the main one do not.
func (e *Explorer) unitKey(u *Unit, list []settings.Setting, d *trainpairs.Drawer, fallback *Unit) (string, error) {
	base := *e.config
	base.Train.Seeds, base.Train.Measures, base.Train.Choose = 0, e.Measures[0].String(), ""
	config := base.Portable() // the chain's key covers the content of files
	var cells []any
	for _, s := range list {
		cells = append(cells, s.Portable())
	}
	instead := ""
	if fallback != nil {
		instead = fmt.Sprint(fallback.Chosen, fallback.Model.Dev)
	}
	modelText := ""
	if scorer, ok := d.Judged.(*features.Scorer); ok && e.Grid.MinesMistakes(e.config) {
		var text strings.Builder
		if err := scorer.Model.Save(&text); err != nil {
			return "", err
		}
		modelText = text.String()
	}
	chain := u.At.Fold.From.Chain
	return stage.Hash(chain.Run.Key(stage.Mining), config["gen"], config["train"], u.Arm, u.At.Seed, u.At.Fold.Number, cells, instead,
		modelText, e.runSums), nil
}

// recall loads a unit that an earlier attempt finished. It reports whether there was one.
func (e *Explorer) recall(ctx context.Context, u *Unit, cells int, key string) (bool, error) {
	if _, ok := e.chain.Run.Out.Finished("unit "+u.Name(), key); !ok {
		return false, nil
	}
	for _, name := range u.cellNames(cells) { // left by a process that was killed before it removed them
		if err := e.checkpoints(name, key).Remove(); err != nil {
			return false, err
		}
	}
	raw, err := e.chain.Run.Out.ReadFile(trainingName(u.Name()))
	if err != nil {
		return false, err
	}
	var record keptUnit
	if err := json.Unmarshal(raw, &record); err != nil {
		return false, err
	}
	model, err := e.readModel(modelName(u.Name()))
	if err != nil {
		return false, err
	}
	u.Cells, u.Best, u.Chosen = record.Cells, record.Best, record.Chosen
	u.Model, err = e.restoreModel(ctx, u, model)
	if err != nil {
		return false, err
	}
	u.Model.BestEpoch, u.Model.Epochs, u.Model.Pairs = record.BestEpoch, record.Training, record.Pairs
	return true, nil
}

func (e *Explorer) readModel(name string) (*drmm.Model, error) {
	f, err := e.chain.Run.Out.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return drmm.Read(f, e.chain.Run.Out.Path(name))
}

// restoreModel returns the unit's model as after its training, with its features and its main measure on
// dev.
func (e *Explorer) restoreModel(ctx context.Context, u *Unit, model *drmm.Model) (*trial.Trained, error) {
	c, err := ConfigOf(u.Arm, u.Chosen, u.At.Fold)
	if err != nil {
		return nil, err
	}
	inputs, err := e.features(ctx, u.At.Fold.From, c)
	if err != nil {
		return nil, err
	}
	return trial.Restore(model, u.At.Fold, inputs, e.Measures[0]), nil
}

// keep writes a finished unit.
func (e *Explorer) keep(u *Unit, key string) error {
	m := u.Model
	model, err := e.chain.Run.Out.WriteFile(modelName(u.Name()), func(w io.Writer) error { return m.Model.Save(w) })
	if err != nil {
		return err
	}
	training, err := e.chain.Run.Out.WriteJSON(trainingName(u.Name()), keptUnit{u.Cells, u.Best, u.Chosen, m.BestEpoch, m.Epochs, m.Pairs})
	if err != nil {
		return err
	}
	return e.chain.Run.Out.Finish("unit "+u.Name(), key, []result.File{model, training})
}
