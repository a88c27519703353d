package trial

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/report"
)

// checkpoint is what a training that goes on after a crash needs: the trainer's state, and what it has found so far. All
// else (pairs of every epoch, features) follows from the configuration.
type checkpoint struct {
	Trainer   string         `json:"trainer"` // drmm's own format
	Best      string         `json:"best"`    // the model of the best epoch, likewise
	BestEpoch int            `json:"best_epoch"`
	Training  []report.Epoch `json:"training"`
}

// Checkpoints are those of one trial. Each lies beside the one before it until the journal names it, so that a crash at any
// moment leaves one that is whole.
type Checkpoints struct {
	out   *outdir.Dir
	stage string
	key   string
	names [2]string
	next  int
	every time.Duration
	last  time.Time
}

// NewCheckpoints are those of a trial under a key, written every so often.
func NewCheckpoints(out *outdir.Dir, name, key string, every time.Duration) *Checkpoints {
	path := "checkpoints/" + name
	return &Checkpoints{out: out, stage: "checkpoint " + name, key: key, names: [2]string{path + ".0.json", path + ".1.json"},
		every: every, last: time.Now()}
}

// resume gives the trainer and what it had found when its last checkpoint was written; nil without one. A training that was over
// by then has nothing left to do.
func (p *Checkpoints) resume(of *Trial) (*drmm.Trainer, *Trained, error) {
	files, ok := p.out.Finished(p.stage, p.key)
	if !ok || len(files) != 1 {
		return nil, nil, nil
	}
	raw, err := p.out.ReadFile(files[0].Path)
	if err != nil {
		return nil, nil, err
	}
	var c checkpoint
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, nil, err
	}
	trainer, err := drmm.Resume(strings.NewReader(c.Trainer), files[0].Path, of.features.Store)
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
	m := &Trained{Features: of.features, Epochs: c.Training}
	m.offer(best, c.BestEpoch, of)
	return trainer, m, nil
}

// offer writes a checkpoint where the last one is old enough.
func (p *Checkpoints) offer(t *drmm.Trainer, m *Trained) error {
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
	return p.out.Finish(p.stage, p.key, []outdir.File{f})
}

// Remove takes the checkpoints of a finished trial away.
func (p *Checkpoints) Remove() error {
	err := p.out.Remove(p.names[:]...)
	if err == nil {
		p.out.Forget(p.stage)
	}
	return err
}
