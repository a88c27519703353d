package train

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/trial"
)

// unitRecord is the record of a finished unit, stored with its model. A resumed experiment does not train the unit again.
type unitRecord struct {
	Cells     []DevResult      `json:"cells"`
	Best      configs.Settings `json:"best"`
	Chosen    configs.Settings `json:"chosen"`
	BestEpoch int              `json:"best_epoch"`
	Training  []drmm.Epoch     `json:"training"` // the epochs of the chosen setting
	Pairs     map[string]int   `json:"pairs"`
}

func modelName(unit string) string    { return "models/" + unit + ".json" }
func trainingName(unit string) string { return "training/" + unit + ".json" }

// unitStore stores finished units in an output directory.
type unitStore struct {
	out           *result.Dir
	config        *configs.Config
	measure       eval.Measure // the main measure, which chooses settings
	minesMistakes bool         // whether pairs are drawn by the mistakes of the judged arm's model
	runSums       [2]string    // the checksums of the runs by whose mistakes pairs are drawn
}

// key returns a hash of everything that decides a unit. The number of seeds and the measures after the main one are not part of it.
func (s *unitStore) key(u *Unit, list []configs.Settings, d *trial.Drawer, fallback *Unit) (string, error) {
	base := *s.config
	base.Train.Seeds, base.Train.Measures, base.Train.Choose = 0, s.measure.String(), ""
	config := base.Portable() // the chain's key covers the content of files
	cells := lists.Map(list, configs.Settings.Portable)
	fallbackText := ""
	if fallback != nil {
		fallbackText = fmt.Sprint(fallback.Chosen, fallback.Model.Dev)
	}
	modelText := ""
	if scorer, ok := d.Judged.(*trial.Scorer); ok && s.minesMistakes {
		var text strings.Builder
		if err := scorer.Model.Save(&text); err != nil {
			return "", err
		}
		modelText = text.String()
	}
	chain := u.Draw.Fold.Source.Chain
	return stage.Hash(chain.Run.Key(stage.Mining), config["gen"], config["train"], u.Arm, u.Draw.Seed, u.Draw.Fold.Number, cells, fallbackText,
		modelText, s.runSums), nil
}

// load returns the model and the record of a unit that an earlier attempt finished. Both are nil for none.
func (s *unitStore) load(u *Unit, key string) (*drmm.Model, *unitRecord, error) {
	if _, ok := s.out.FinishedFiles("unit "+u.Name(), key); !ok {
		return nil, nil, nil
	}
	raw, err := fs.ReadFile(s.out.FS(), trainingName(u.Name()))
	if err != nil {
		return nil, nil, err
	}
	var record unitRecord
	if err := json.Unmarshal(raw, &record); err != nil {
		return nil, nil, err
	}
	name := modelName(u.Name())
	f, err := s.out.FS().Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	model, err := drmm.Read(f, s.out.Path(name))
	return model, &record, err
}

func (s *unitStore) save(u *Unit, key string) error {
	m, batch := u.Model, s.out.Batch()
	batch.Write(modelName(u.Name()), m.Model.Save)
	batch.WriteJSON(trainingName(u.Name()), unitRecord{Cells: u.Cells, Best: u.Best, Chosen: u.Chosen, BestEpoch: m.BestEpoch,
		Training: m.Epochs, Pairs: m.Pairs})
	return batch.Finish("unit "+u.Name(), key)
}
