package train

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/report"
)

// keptUnit is what a finished unit leaves beside its model, so that an interrupted experiment goes on with the next.
type keptUnit struct {
	Cells     []explored     `json:"cells"`
	Best      setting        `json:"best"`
	Chosen    setting        `json:"chosen"`
	BestEpoch int            `json:"best_epoch"`
	Training  []report.Epoch `json:"training"` // of the chosen setting
	Pairs     map[string]int `json:"pairs"`
}

func modelName(unit string) string    { return "models/" + unit + ".json" }
func trainingName(unit string) string { return "training/" + unit + ".json" }

// unitKey is the key of everything that decides a unit: how many seeds there are, and what is measured beside the main measure,
// does not.
func (e *experiment) unitKey(u *unit, settings []setting, d *drawer, without *unit) (string, error) {
	base := *e.config
	base.Train.Seeds, base.Train.Measures, base.Train.Choose = 0, e.main.String(), ""
	config := base.Portable() // what files hold is in the chain's key
	var cells []any
	for _, s := range settings {
		cells = append(cells, s.portable())
	}
	instead := ""
	if without != nil {
		instead = fmt.Sprint(without.chosen, without.model.dev)
	}
	judged := ""
	if d.judged != nil && e.minesMistakes() {
		var text strings.Builder
		if err := d.judged.model.Save(&text); err != nil {
			return "", err
		}
		judged = text.String()
	}
	chain := u.at.fold.from.chain
	return stage.Hash(chain.Key(stage.Mining), config["gen"], config["train"], u.arm, u.at.seed, u.at.fold.number, cells, instead, judged,
		e.runSums), nil
}

// recall gives a unit that an earlier attempt finished.
func (e *experiment) recall(ctx context.Context, u *unit, cells int, key string) (bool, error) {
	if _, ok := e.chain.Out.Finished("unit "+u.name(), key); !ok {
		return false, nil
	}
	for _, name := range u.cellNames(cells) { // of a process that was killed before it removed them
		if err := e.checkpoints(name, key).remove(); err != nil {
			return false, err
		}
	}
	raw, err := e.chain.Out.ReadFile(trainingName(u.name()))
	if err != nil {
		return false, err
	}
	var kept keptUnit
	if err := json.Unmarshal(raw, &kept); err != nil {
		return false, err
	}
	model, err := e.readModel(modelName(u.name()))
	if err != nil {
		return false, err
	}
	u.cells, u.best, u.chosen = kept.Cells, kept.Best, kept.Chosen
	u.model, err = e.retrained(ctx, u, model)
	if err != nil {
		return false, err
	}
	u.model.best, u.model.epochs, u.model.pairs = kept.BestEpoch, kept.Training, kept.Pairs
	return true, nil
}

func (e *experiment) readModel(name string) (*drmm.Model, error) {
	f, err := e.chain.Out.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return drmm.Read(f, e.chain.Out.Path(name))
}

// retrained is what the unit's model was when it was trained, its features and what dev says of it.
func (e *experiment) retrained(ctx context.Context, u *unit, model *drmm.Model) (*trained, error) {
	c, err := e.configOf(u.arm, u.chosen, u.at.fold)
	if err != nil {
		return nil, err
	}
	of, err := e.featuresOf(ctx, u.at.fold.from, c)
	if err != nil {
		return nil, err
	}
	m := &trained{features: of}
	m.offer(model, 0, &cell{fold: u.at.fold, features: of, main: e.main})
	return m, nil
}

// keep leaves a finished unit.
func (e *experiment) keep(u *unit, key string) error {
	m := u.model
	model, err := e.chain.Out.WriteFile(modelName(u.name()), func(w io.Writer) error { return m.model.Save(w) })
	if err != nil {
		return err
	}
	training, err := e.chain.Out.WriteJSON(trainingName(u.name()), keptUnit{u.cells, u.best, u.chosen, m.best, m.epochs, m.pairs})
	if err != nil {
		return err
	}
	return e.chain.Out.Finish("unit "+u.name(), key, []outdir.File{model, training})
}
