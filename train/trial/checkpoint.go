package trial

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train/drmm"
)

// checkpoint holds what a training needs to continue after a crash: the trainer's state and the results
// so far. Everything else (pairs of every epoch, features) follows from the configuration.
type checkpoint struct {
	Trainer   string       `json:"trainer"` // drmm's own format
	Best      string       `json:"best"`    // the model of the best epoch, in the same format
	BestEpoch int          `json:"best_epoch"`
	Training  []drmm.Epoch `json:"training"`
}

// Checkpoints writes and reads the checkpoints of one trial. The previous one is kept until the journal
// names the new one, so a crash at any moment leaves a complete one.
type Checkpoints struct {
	out   *result.Dir
	stage string
	key   string
	names [2]string
	next  int
	every time.Duration
	last  time.Time
}

// NewCheckpoints returns the checkpoints of a trial under a key. At least the time every passes between
// two of them.
func NewCheckpoints(out *result.Dir, name, key string, every time.Duration) *Checkpoints {
	path := "checkpoints/" + name
	return &Checkpoints{out: out, stage: "checkpoint " + name, key: key, names: [2]string{path + ".0.json", path + ".1.json"},
		every: every, last: time.Now()}
}

// resume returns the trainer and the results of the last checkpoint, or nil without one. If the
// training had ended by then, no epoch is left to train.
func (p *Checkpoints) resume(t *Trial) (*drmm.Trainer, *TrainedModel, error) {
	files, ok := p.out.FinishedFiles(p.stage, p.key)
	if !ok || len(files) != 1 {
		return nil, nil, nil
	}
	raw, err := fs.ReadFile(p.out.FS(), files[0].Path)
	if err != nil {
		return nil, nil, err
	}
	var c checkpoint
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, nil, err
	}
	trainer, err := drmm.Resume(strings.NewReader(c.Trainer), files[0].Path, t.features.Store)
	if err != nil {
		return nil, nil, err
	}
	best, err := drmm.Read(strings.NewReader(c.Best), files[0].Path)
	if err != nil {
		return nil, nil, err
	}
	if files[0].Path == p.names[0] {
		p.next = 1
	}
	m := &TrainedModel{Features: t.features, Epochs: c.Training}
	m.offer(best, c.BestEpoch, t)
	return trainer, m, nil
}

// offer writes a checkpoint if the last one is old enough.
func (p *Checkpoints) offer(t *drmm.Trainer, m *TrainedModel) error {
	if time.Since(p.last) < p.every {
		return nil
	}
	var trainer, best bytes.Buffer
	if err := errors.Join(t.Save(&trainer), m.Model.Save(&best)); err != nil {
		return err
	}
	f, err := p.out.WriteJSON(p.names[p.next], checkpoint{trainer.String(), best.String(), m.BestEpoch, m.Epochs})
	if err != nil {
		return err
	}
	p.next, p.last = 1-p.next, time.Now()
	return p.out.Finish(p.stage, p.key, []result.File{f})
}

// Remove removes the checkpoints of a finished trial.
func (p *Checkpoints) Remove() error {
	return p.out.Retire(func(stage string) bool { return stage == p.stage })
}
