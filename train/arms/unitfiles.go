package arms

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// keptUnit is the record of a finished unit, stored with its model. An interrupted experiment continues
// with the next unit.
type keptUnit struct {
	Cells     []DevResult      `json:"cells"`
	Best      configs.Settings `json:"best"`
	Chosen    configs.Settings `json:"chosen"`
	BestEpoch int              `json:"best_epoch"`
	Training  []report.Epoch   `json:"training"` // of the chosen setting
	Pairs     map[string]int   `json:"pairs"`
	Shown     []ValueModel     `json:"shown,omitempty"` // ranked on test for the reader; their models have files of their own

	models map[int]*drmm.Model // of Shown, by cell
}

func modelName(unit string) string    { return "models/" + unit + ".json" }
func trainingName(unit string) string { return "training/" + unit + ".json" }

// unitStore keeps finished units and the checkpoints of trainings in an output directory.
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
func (s *unitStore) recall(u *Unit, cells int, key string) (*drmm.Model, *keptUnit, error) {
	if _, ok := s.out.FinishedFiles("unit "+u.Name(), key); !ok {
		return nil, nil, nil
	}
	for _, name := range u.cellNames(cells) { // left by a process that was killed before it removed them
		if err := s.checkpoints(name, key).Remove(); err != nil {
			return nil, nil, err
		}
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

// checkpointEvery is the time between two checkpoints of a training, so that small trainings write few.
const checkpointEvery = 5 * time.Second

// checkpoints returns the checkpoints of a training under the key that decides it.
func (s *unitStore) checkpoints(name, key string) *trial.Checkpoints {
	return trial.NewCheckpoints(s.out, name, key, checkpointEvery)
}
