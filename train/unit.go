package train

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
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
	Best   configs.Settings    // the setting that is best on dev among those that the unit trained
	Chosen configs.Settings    // Best, or the judged arm's setting if that is at least as good on dev
	Model  *trial.TrainedModel // the model of the chosen setting
}

// DevResult is the result of a setting on dev.
type DevResult struct {
	Setting configs.Settings `json:"setting"`
	Dev     float64          `json:"dev"`
	Sample  eval.Sample      `json:"dev_sample,omitzero"` // sums over the values of the dev queries
	Epochs  int              `json:"epochs"`              // cost: epochs trained
	Pairs   int              `json:"pairs"`               // cost: training pairs in all epochs
	stage.Cell
	Unmet []account.Unmet `json:"unmet,omitempty"` // requested amounts that its pairs do not reach
}

// Name returns the unit's name in files.
func (u *Unit) Name() string { return fileName(u.Arm, u.Draw) }

// Explore trains the settings in parallel, each on one thread. It keeps the model of the setting that is best on dev; of equally good
// ones, the first. If fallback, the judged arm's unit, is not nil, the arm takes the model of fallback unless its own is better on dev.
func (e *Explorer) Explore(ctx context.Context, arm string, d *trial.Drawer, list []configs.Settings, fallback *Unit) (*Unit, error) {
	u := &Unit{Arm: arm, Draw: d.Current}
	if e.Ranker != nil {
		return u, e.exploreRanker(ctx, u, list, fallback)
	}
	key, err := e.store.key(u, list, d, fallback)
	if err != nil {
		return nil, err
	}
	if model, record, err := e.store.load(u, key); model != nil || err != nil {
		e.training.Add(len(list))
		if err == nil {
			err = restore(ctx, e.features, e.Measures[0], u, model, record)
		}
		return u, err
	}
	trials := make([]*trial.Trial, len(list))
	for i, s := range list {
		c, err := ConfigOf(arm, s, d.Current.Fold)
		if err != nil {
			return nil, err
		}
		if trials[i], err = newTrial(ctx, e.features, e.Measures[0], u.Name(), c, d); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", arm, s, err)
		}
	}
	digests := lists.Map(trials, func(t *trial.Trial) *stage.NamedCell { return &stage.NamedCell{Cell: t.Cell()} })
	stage.NameEqual(digests)
	models, err := e.trainCells(ctx, u, trials, digests, list)
	if err != nil {
		return nil, err
	}
	for i, m := range models {
		x := DevResult{Setting: list[i], Dev: m.Dev, Sample: m.DevSample, Cell: digests[i].Cell, Unmet: trials[i].Unmet()}
		if slices.Index(models, m) == i { // an equal cell costs nothing
			x.Epochs, x.Pairs = len(m.Epochs), trials[i].CountPairs(len(m.Epochs))
		}
		u.Cells = append(u.Cells, x)
	}
	chooseBest(u, models, fallback)
	return u, e.store.save(u, key)
}

// trainCells runs the trials of the settings in list in parallel, and returns their models. Equal cells have the same model.
func (e *Explorer) trainCells(ctx context.Context, u *Unit, trials []*trial.Trial, digests []*stage.NamedCell,
	list []configs.Settings) ([]*trial.TrainedModel, error) {
	models := make([]*trial.TrainedModel, len(trials))
	group, ctx := parallel.NewGroup(ctx, parallel.Threads(e.Config.Gen.Threads))
	for i, t := range trials {
		if digests[i].Equals > 0 {
			e.training.Add(1)
			continue
		}
		group.Go(func() error {
			m, err := t.RunOnce(ctx, e.Memory, func(x drmm.Epoch) {
				e.training.Note(fmt.Sprintf("%s epoch %d loss %.4f dev %s %.4f gate %.3f", t.Name, x.Epoch, x.Loss, e.Measures[0], x.DevMain, x.Gate))
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

// chooseBest sets the unit's best setting, its chosen setting and the chosen model. models[i] is the model of u.Cells[i].
func chooseBest(u *Unit, models []*trial.TrainedModel, fallback *Unit) {
	best := 0
	for i, m := range models {
		if m.Dev > models[best].Dev {
			best = i
		}
	}
	u.Best, u.Chosen, u.Model = u.Cells[best].Setting, u.Cells[best].Setting, models[best]
	if fallback != nil {
		for _, x := range fallback.Cells {
			if x.Setting.Value(trial.RestartKey, "0") == "0" { // trained like this arm without axioms
				u.Cells = append(u.Cells, DevResult{Setting: trial.WithNoAxioms(x.Setting), Dev: x.Dev, Sample: x.Sample, Cell: x.Cell})
			}
		}
		if u.Model.Dev <= fallback.Model.Dev {
			u.Chosen, u.Model = trial.WithNoAxioms(fallback.Chosen), fallback.Model
		}
	}
}

// restore sets a unit's fields from its record and its trained model.
func restore(ctx context.Context, features *featureCache, measure eval.Measure, u *Unit, model *drmm.Model, record *unitRecord) error {
	u.Cells, u.Best, u.Chosen = record.Cells, record.Best, record.Chosen
	c, err := ConfigOf(u.Arm, u.Chosen, u.Draw.Fold)
	if err != nil {
		return err
	}
	f, err := features.get(ctx, u.Draw.Fold.Source, c)
	if err != nil {
		return err
	}
	u.Model = trial.Restore(model, u.Draw.Fold, f, measure)
	u.Model.BestEpoch, u.Model.Epochs, u.Model.Pairs = record.BestEpoch, record.Training, record.Pairs
	return nil
}

// newTrial returns a setting's trial, with its features and drawn pairs.
func newTrial(ctx context.Context, features *featureCache, measure eval.Measure, name string, c *configs.Config, d *trial.Drawer) (
	*trial.Trial, error) {
	f, err := features.get(ctx, d.Current.Fold.Source, c)
	if err != nil {
		return nil, err
	}
	pairs, err := d.Draw(ctx, c)
	if err != nil {
		return nil, err
	}
	return trial.New(name, d.Current, c, measure, pairs, f)
}

// ConfigOf returns a fold's configuration for an arm under a setting. The judged arm ignores the keys of axiomatic pairs.
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

// fileName returns the part of file names that identifies a training: the arm's slug, the seed and the fold.
func fileName(arm string, draw trial.Draw) string {
	name := Slug(arm) + fmt.Sprintf(".%d", draw.Seed)
	if draw.Fold.Number > 0 {
		name += fmt.Sprintf(".fold%d", draw.Fold.Number)
	}
	return name
}

// Slug returns a system's name in lower-case letters, digits and hyphens.
func Slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}
