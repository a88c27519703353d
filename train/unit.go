package train

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/trial"
)

// Unit is an arm under a seed on a fold: the settings that it explored on dev, and its choice.
type Unit struct {
	Arm    string
	Draw   trial.Draw
	Cells  []DevResult
	Best   configs.Settings    // of the cells
	Chosen configs.Settings    // equal to Best, or the judged arm's where no axioms are better
	Model  *trial.TrainedModel // of the chosen setting
}

// DevResult is the result of a setting on dev.
type DevResult struct {
	Setting configs.Settings `json:"setting"`
	Dev     float64          `json:"dev"`
	Sample  eval.Sample      `json:"dev_sample,omitzero"` // of the dev queries' values
	Epochs  int              `json:"epochs"`              // cost
	Pairs   int              `json:"pairs"`               // cost: training pairs in all epochs
	stage.Cell
	Unmet []account.Unmet `json:"unmet,omitempty"` // requested amounts that its pairs do not reach
}

// Name returns the unit's name in files.
func (u *Unit) Name() string { return fileName(u.Arm, u.Draw) }

// Explore trains the settings in parallel, each on one thread. It keeps the model of the setting that
// is best on dev, the first of equals. An arm that may do without axioms uses fallback, the judged
// arm's model, unless its own is better on dev.
func (e *Explorer) Explore(ctx context.Context, arm string, d *trial.Drawer, list []configs.Settings, fallback *Unit) (*Unit, error) {
	u := &Unit{Arm: arm, Draw: d.Current}
	if e.Ranker != nil {
		return u, e.exploreRanker(ctx, u, list, fallback)
	}
	key, err := e.kept.key(u, list, d, fallback)
	if err != nil {
		return nil, err
	}
	if model, record, err := e.kept.recall(u, key); model != nil || err != nil {
		e.training.Add(len(list))
		if err == nil {
			err = restore(ctx, e.inputs, e.Measures[0], u, model, record)
		}
		return u, err
	}
	cells := make([]*trial.Trial, len(list))
	for i, s := range list {
		c, err := ConfigOf(arm, s, d.Current.Fold)
		if err != nil {
			return nil, err
		}
		if cells[i], err = newTrial(ctx, e.inputs, e.Measures[0], u.Name(), c, d); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", arm, s, err)
		}
	}
	digests := make([]*stage.NamedCell, len(cells))
	for i, c := range cells {
		digests[i] = &stage.NamedCell{Cell: c.Cell()}
	}
	stage.NameEqual(digests)
	models, err := e.trainCells(ctx, u, cells, digests, list)
	if err != nil {
		return nil, err
	}
	for i, m := range models {
		x := DevResult{Setting: list[i], Dev: m.Dev, Sample: m.DevSample, Cell: digests[i].Cell, Unmet: cells[i].Unmet()}
		if slices.Index(models, m) == i { // an equal cell costs nothing
			x.Epochs, x.Pairs = len(m.Epochs), cells[i].PairsIn(len(m.Epochs))
		}
		u.Cells = append(u.Cells, x)
	}
	chooseBest(e.Grid, u, models, fallback)
	return u, e.kept.keep(u, key)
}

// trainCells trains cells in parallel. A cell equal to an earlier one shares that one's model.
func (e *Explorer) trainCells(ctx context.Context, u *Unit, cells []*trial.Trial, digests []*stage.NamedCell,
	list []configs.Settings) ([]*trial.TrainedModel, error) {
	models := make([]*trial.TrainedModel, len(cells))
	group, ctx := parallel.NewGroup(ctx, Threads(e.Config))
	for i, c := range cells {
		if digests[i].Equals > 0 {
			e.training.Add(1)
			continue
		}
		group.Go(func() error {
			m, err := c.RunOnce(ctx, e.Memory, func(x drmm.Epoch) {
				e.training.Note(fmt.Sprintf("%s epoch %d loss %.4f dev %s %.4f gate %.3f", c.Name, x.Epoch, x.Loss, e.Measures[0], x.DevMain, x.Gate))
			})
			if err != nil {
				return fmt.Errorf("%s, seed %d, %s: %w", u.Arm, u.Draw.Seed, list[i], err)
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
	for i, cell := range digests {
		if first := cell.Equals; first > 0 {
			models[i] = models[first-1]
		}
	}
	return models, nil
}

// chooseBest chooses the setting of the cells that is best on dev, the first of equals, or the judged
// arm's.
func chooseBest(g *trial.Grid, u *Unit, models []*trial.TrainedModel, fallback *Unit) {
	best := 0
	for i, m := range models {
		if m.Dev > models[best].Dev {
			best = i
		}
	}
	u.Best, u.Chosen, u.Model = u.Cells[best].Setting, u.Cells[best].Setting, models[best]
	if fallback != nil {
		for _, x := range fallback.Cells {
			if x.Setting.Value(trial.RestartKey, "0") == "0" { // the same trainings as those without axioms here
				u.Cells = append(u.Cells, DevResult{Setting: g.WithNoAxioms(x.Setting), Dev: x.Dev, Sample: x.Sample, Cell: x.Cell})
			}
		}
		if u.Model.Dev <= fallback.Model.Dev {
			u.Chosen, u.Model = g.WithNoAxioms(fallback.Chosen), fallback.Model
		}
	}
}

// restore fills a unit in from its record, with its model as after its training.
func restore(ctx context.Context, inputs *inputCache, measure eval.Measure, u *Unit, model *drmm.Model, record *keptUnit) error {
	u.Cells, u.Best, u.Chosen = record.Cells, record.Best, record.Chosen
	c, err := ConfigOf(u.Arm, u.Chosen, u.Draw.Fold)
	if err != nil {
		return err
	}
	f, err := inputs.inputs(ctx, u.Draw.Fold.Source, c)
	if err != nil {
		return err
	}
	u.Model = trial.Restore(model, u.Draw.Fold, f, measure)
	u.Model.BestEpoch, u.Model.Epochs, u.Model.Pairs = record.BestEpoch, record.Training, record.Pairs
	return nil
}

// newTrial returns a setting's trial, with its features and drawn pairs.
func newTrial(ctx context.Context, inputs *inputCache, measure eval.Measure, name string, c *configs.Config, d *trial.Drawer) (
	*trial.Trial, error) {
	f, err := inputs.inputs(ctx, d.Current.Fold.Source, c)
	if err != nil {
		return nil, err
	}
	pairs, err := d.Draw(ctx, c)
	if err != nil {
		return nil, err
	}
	return trial.New(name, d.Current, c, measure, pairs, f)
}

// ConfigOf returns a fold's configuration for an arm under a setting. Keys of axiomatic pairs apply
// only to the arms with such pairs.
func ConfigOf(arm string, s configs.Settings, f *trial.Fold) (*configs.Config, error) {
	c, err := s.Apply(f.Source.Chain.Run.Config)
	switch {
	case err != nil:
	case arm == Judged:
		c = trial.WithoutAxioms(c)
	default:
		c = trial.WithPools(c)
	}
	return c, err
}

// fileName returns the name of an arm's training in files: the arm in plain letters, the seed and the
// fold.
func fileName(arm string, draw trial.Draw) string {
	name := Slug(arm) + fmt.Sprintf(".%d", draw.Seed)
	if draw.Fold.Number > 0 {
		name += fmt.Sprintf(".fold%d", draw.Fold.Number)
	}
	return name
}

// Slug returns a system's name in small letters, digits and hyphens.
func Slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}
