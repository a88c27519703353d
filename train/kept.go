package train

import (
	"encoding/json"
	"io"
	"os"

	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/report"
)

// keptCell is what a finished training leaves beside its model, so that an interrupted experiment goes on with the next.
type keptCell struct {
	BestEpoch int            `json:"best_epoch"`
	Training  []report.Epoch `json:"training"`
	Pairs     map[string]int `json:"pairs"`
}

func modelName(c *cell) string    { return "models/" + fileName(c) + ".json" }
func trainingName(c *cell) string { return "training/" + fileName(c) + ".json" }

// cellKey is the key of everything that decides a cell's weights: how many seeds there are, and what is measured beside the
// main measure, does not.
func (e *experiment) cellKey(c *cell) string {
	config := e.config.Portable() // what files hold is in the chain's key
	gen, train := config["gen"], config["train"]
	delete(train, "seeds")
	train["measures"] = e.main.String()
	return e.chain.Key(gen, train, c.arm, c.seed, c.fold.number, c.schedule, c.options, e.runSums)
}

// recall gives a cell that an earlier attempt finished.
func (e *experiment) recall(c *cell) (*trained, bool, error) {
	if _, ok := e.chain.Out.Finished("cell "+fileName(c), e.cellKey(c)); !ok {
		return nil, false, nil
	}
	if err := e.checkpoints(c).remove(); err != nil {
		return nil, false, err
	}
	raw, err := os.ReadFile(e.chain.Out.Path(trainingName(c)))
	if err != nil {
		return nil, false, err
	}
	var kept keptCell
	if err := json.Unmarshal(raw, &kept); err != nil {
		return nil, false, err
	}
	model, err := drmm.Load(e.chain.Out.Path(modelName(c)))
	return &trained{model: model, best: kept.BestEpoch, epochs: kept.Training, pairs: kept.Pairs}, err == nil, err
}

// keep leaves a finished cell.
func (e *experiment) keep(c *cell, m *trained) error {
	model, err := e.chain.Out.WriteFile(modelName(c), func(w io.Writer) error { return m.model.Save(w) })
	if err != nil {
		return err
	}
	training, err := e.chain.Out.WriteJSON(trainingName(c), keptCell{m.best, m.epochs, m.pairs})
	if err != nil {
		return err
	}
	if err := e.chain.Out.Finish("cell "+fileName(c), e.cellKey(c), []outdir.File{model, training}); err != nil {
		return err
	}
	return e.checkpoints(c).remove()
}
