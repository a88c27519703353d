package arms

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/digest"
	"github.com/axiomine/axiomine/gen/ledger"
	"github.com/axiomine/axiomine/train/division"
	"github.com/axiomine/axiomine/train/drawing"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/settings"
	"github.com/axiomine/axiomine/train/trial"
	"golang.org/x/sync/errgroup"
)

// Unit is an arm under a seed on a fold: what it explored on dev, and what it chose.
type Unit struct {
	Arm    string
	At     drawing.Draw
	Cells  []Explored
	Best   settings.Setting // of the cells
	Chosen settings.Setting // the same, or the judged arm's where no axioms are better
	Model  *trial.Trained   // of the chosen setting
}

// Explored is what dev says of a setting.
type Explored struct {
	Setting settings.Setting `json:"setting"`
	Dev     float64          `json:"dev"`
	Epochs  int              `json:"epochs"` // cost
	Pairs   int              `json:"pairs"`  // cost: training pairs in all epochs
	digest.Cell
	Unmet []ledger.Unmet `json:"unmet,omitempty"` // amounts that are asked and that its pairs do not reach
}

// Name is the unit's in files.
func (u *Unit) Name() string { return fileName(u.Arm, u.At) }

// cellNames are the names of n cells in files.
func (u *Unit) cellNames(n int) []string {
	names := []string{u.Name()}
	for i := 1; n > 1 && i <= n; i++ {
		names = append(names, fmt.Sprintf("%s.cell%d", u.Name(), i))
	}
	return names[len(names)-n:]
}

// Explore trains the settings side by side, each on one thread, and keeps the model of the one that is best on dev, the first of
// equals. An arm that may do without axioms takes the judged arm's model instead unless its own is better on dev.
func (e *Explorer) Explore(ctx context.Context, arm string, d *drawing.Drawer, list []settings.Setting, without *Unit) (*Unit, error) {
	u := &Unit{Arm: arm, At: d.At}
	if e.ranker != nil {
		return u, e.exploreRanker(ctx, u, list, without)
	}
	key, err := e.unitKey(u, list, d, without)
	if err != nil {
		return nil, err
	}
	if kept, err := e.recall(ctx, u, len(list), key); kept || err != nil {
		e.training.Add(len(list))
		return u, err
	}
	cells, names := make([]*trial.Trial, len(list)), u.cellNames(len(list))
	for i, s := range list {
		c, err := ConfigOf(arm, s, d.At.Fold)
		if err != nil {
			return nil, err
		}
		if cells[i], err = e.trial(ctx, names[i], c, d); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", arm, s, err)
		}
	}
	made := make([]digest.Cell, len(cells))
	for i, c := range cells {
		made[i] = c.Cell()
	}
	models, err := e.trainCells(ctx, u, cells, digest.Equal(made), list, key)
	if err != nil {
		return nil, err
	}
	for i, m := range models {
		x := Explored{Setting: list[i], Dev: m.Dev, Cell: made[i], Unmet: cells[i].Unmet()}
		if slices.Index(models, m) == i { // an equal cell costs nothing
			x.Epochs, x.Pairs = len(m.Epochs), cells[i].PairsIn(len(m.Epochs))
		}
		u.Cells = append(u.Cells, x)
	}
	e.settle(u, models, without)
	if err := e.keep(u, key); err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := e.checkpoints(name, key).Remove(); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// trainCells trains cells side by side. A cell that equals another one has its model.
func (e *Explorer) trainCells(ctx context.Context, u *Unit, cells []*trial.Trial, equal []int, list []settings.Setting,
	key string) ([]*trial.Trained, error) {
	models := make([]*trial.Trained, len(cells))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(e.Threads())
	for i, c := range cells {
		if equal[i] > 0 {
			e.training.Add(1)
			continue
		}
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
			m, err := c.Run(ctx, e.checkpoints(c.Name, key), func(epoch report.Epoch) { e.tell(c, epoch) })
			if err != nil {
				return fmt.Errorf("%s, seed %d, %s: %w", u.Arm, u.At.Seed, list[i], err)
			}
			models[i] = m
			e.training.Add(1)
			e.training.Note(fmt.Sprintf("%s  dev %s %.4f  %s", u.Name(), e.Measures[0], m.Dev, list[i]))
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i, first := range equal {
		if first > 0 {
			models[i] = models[first-1]
		}
	}
	return models, nil
}

// settle takes the setting of the cells that is best on dev, the first of equals, or the judged arm's.
func (e *Explorer) settle(u *Unit, models []*trial.Trained, without *Unit) {
	best := 0
	for i, m := range models {
		if m.Dev > models[best].Dev {
			best = i
		}
	}
	u.Best, u.Chosen, u.Model = u.Cells[best].Setting, u.Cells[best].Setting, models[best]
	if without != nil {
		for _, x := range without.Cells {
			if x.Setting.Value(settings.RestartKey, "0") == "0" { // the same trainings as without axioms here
				u.Cells = append(u.Cells, Explored{Setting: e.Grid.WithNoAxioms(x.Setting), Dev: x.Dev, Cell: x.Cell})
			}
		}
		if u.Model.Dev <= without.Model.Dev {
			u.Chosen, u.Model = e.Grid.WithNoAxioms(without.Chosen), without.Model
		}
	}
}

// trial gets a setting's configuration ready to be trained on what it draws.
func (e *Explorer) trial(ctx context.Context, name string, c *configs.Config, d *drawing.Drawer) (*trial.Trial, error) {
	seen, err := e.features(ctx, d.At.Fold.From, c)
	if err != nil {
		return nil, err
	}
	drawn, err := d.Of(ctx, c)
	if err != nil {
		return nil, err
	}
	return trial.New(name, d.At, c, e.Measures[0], drawn, seen)
}

// checkpoints are those of a training that is decided by the key.
func (e *Explorer) checkpoints(name, key string) *trial.Checkpoints {
	return trial.NewCheckpoints(e.chain.Out, name, key, time.Duration(e.config.Train.Checkpoint)*time.Second)
}

// ConfigOf is a fold's configuration for an arm under a setting. Only the arms with axiomatic pairs have what is said of them.
func ConfigOf(arm string, s settings.Setting, f *division.Fold) (*configs.Config, error) {
	c, err := s.Over(f.From.Chain.Config)
	switch {
	case err != nil:
	case arm == Judged || arm == JudgedSame || arm == JudgedMore:
		c = settings.WithoutAxioms(c)
	default:
		c = settings.WithPools(c)
	}
	return c, err
}

// tell shows an epoch behind the count of trainings.
func (e *Explorer) tell(c *trial.Trial, done report.Epoch) {
	e.training.Note(fmt.Sprintf("%s epoch %d loss %.4f dev %s %.4f gate %.3f", c.Name, done.Epoch, done.Loss, e.Measures[0], done.DevMain,
		done.Gate))
}
