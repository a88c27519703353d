package arms

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/drawing"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/ranker"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/settings"
	"github.com/axiomine/axiomine/train/trial"
)

// checkRanker refuses what a command cannot be trained on.
func checkRanker(c *configs.Config) error {
	if err := ranker.Check(c.Train.Ranker); err != nil {
		return err
	}
	for _, refused := range []struct {
		key  string
		bad  bool
		hint string
	}{
		{"gen.violated_by: judged", c.Gen.ViolatedBy == pools.JudgedArm, "name the run of a model: a command scores no training query"},
		{"gen.hard_run: judged", c.Gen.HardRun == pools.JudgedArm, "name the run of a model: a command scores no training query"},
		{"gen.made: all", c.Gen.Made == "all", "leave it out: no run has a document that lnc2 makes"},
		{"train.schedule: " + c.Train.Schedule, c.Train.Schedule != "mixed", "the command has the epochs: --order curriculum orders the rows"},
	} {
		if refused.bad {
			return fault.BadUsage(refused.hint, "%s does not go with train.ranker", refused.key)
		}
	}
	return nil
}

// setUpRanker has the ranker of a configuration that trains by a command.
func (e *Explorer) setUpRanker(c *prepare.Prepared, merged []string) error {
	if c.Config.Train.Ranker == "" {
		return nil
	}
	if err := c.NeedTexts("train.ranker"); err != nil {
		return err
	}
	var idle []string
	for _, key := range settings.NetworkKeys {
		if c.Origins[key].Own() && strings.HasPrefix(key, "train.") { // axioms ask vectors
			idle = append(idle, key)
		}
	}
	if len(idle) > 0 {
		c.Progress.Warn("train.ranker trains instead of the DRMM: %s without effect", strings.Join(idle, ", "))
	}
	e.ranker = ranker.New(c.Out, merged)
	return nil
}

// Ranker trains by a command; nil where the DRMM is trained.
func (e *Explorer) Ranker() *ranker.Ranker { return e.ranker }

// offersRanker says whether a data set would have regular pairs, and axiomatic ones, without mining.
func (e *Explorer) offersRanker(c *configs.Config, d *drawing.Drawer) (regular, axiomatic bool, err error) {
	own := *c
	own.Gen.Seed = int(d.At.Seed)
	p, err := d.At.Fold.From.Chain.With(&own)
	if err != nil {
		return false, false, err
	}
	by, err := dataset.Of(p).Drawer(&prepare.Split{Name: "train", Queries: d.At.Fold.Train}, nil)
	if err != nil {
		return false, false, err
	}
	return by.RegularPairs() > 0, c.Gen.Axioms != "", nil
}

// exploreRanker has the rankings of the settings, and keeps the one that is best on dev.
func (e *Explorer) exploreRanker(ctx context.Context, u *Unit, list []settings.Setting, without *Unit) error {
	var models []*trial.Trained
	for _, s := range list {
		m, found, err := e.ranked(ctx, u.Arm, s, u.At)
		if err != nil {
			return err
		}
		pairs := 0
		for _, n := range m.Pairs {
			pairs += n
		}
		x := Explored{Setting: s, Dev: m.Dev, Cell: found.Cell, Unmet: found.Unmet}
		if !slices.ContainsFunc(u.Cells, func(before Explored) bool { return x.Equals(before.Cell) }) { // an equal cell costs nothing
			x.Pairs = pairs
		}
		models, u.Cells = append(models, m), append(u.Cells, x)
		e.training.Add(1)
	}
	e.settle(u, models, without)
	return nil
}

// ranked returns the ranking of a setting, measured on dev.
func (e *Explorer) ranked(ctx context.Context, arm string, s settings.Setting, at drawing.Draw) (*trial.Trained, *ranker.Ranking, error) {
	c, err := ConfigOf(arm, s, at.Fold)
	if err != nil {
		return nil, nil, err
	}
	name := fileName(arm, at)
	found, err := e.ranker.Train(ctx, c, at, func(line string) { e.training.Note(name + "  " + line) })
	if err != nil {
		return nil, nil, fmt.Errorf("%s, seed %d, %s: %w", arm, at.Seed, s, err)
	}
	if at.Seed == e.Seeds()[0] && at.Fold.Number == e.Division.Folds[0].Number {
		e.describe(found)
	}
	dev := at.Fold.DevLists.PerQuery(e.Measures[0], func(query int) []float64 { return found.Scores(&at.Fold.JudgedDev[query], query) })
	m := &trial.Trained{Scores: found, Dev: eval.Mean(dev), Pairs: found.Pairs}
	e.training.Note(fmt.Sprintf("%s  dev %s %.4f  %s", name, e.Measures[0], m.Dev, s))
	return m, found, nil
}

// describe takes what a data set's axioms offered for the record: of the first seed's first draw, as others draw from the same pools.
func (e *Explorer) describe(found *ranker.Ranking) {
	for _, p := range found.Pools {
		if !slices.ContainsFunc(e.Offered, func(q report.Pool) bool { return q.Axiom == p.Axiom }) {
			e.Offered = append(e.Offered, p)
		}
	}
	for _, w := range found.Warnings {
		if !slices.Contains(e.Cautions, w) {
			e.Cautions = append(e.Cautions, w)
			e.chain.Progress.Warn("%s", w)
		}
	}
}

// TrainPart makes the calls of one part of the experiment: of those that no other call decides, every so many-th. It gives their number,
// and that of all.
func (e *Explorer) TrainPart(ctx context.Context, part mine.Part) (done, all int, err error) {
	defer e.Begin(0).Done()
	for _, seed := range e.Seeds() {
		for _, f := range e.Division.Folds {
			arms, err := e.planned(ctx, drawing.Draw{Seed: seed, Fold: f})
			if err != nil {
				return done, all, err
			}
			for _, a := range arms {
				if all++; (all-1)%part.Of != part.Number-1 {
					continue
				}
				if _, _, err := e.ranked(ctx, a.arm, a.setting, drawing.Draw{Seed: seed, Fold: f}); err != nil {
					return done, all, err
				}
				done++
				e.training.Add(1)
			}
		}
	}
	return done, all, e.chain.Out.Retire(e.Unused)
}

// cell is a setting of an arm.
type cell struct {
	arm     string
	setting settings.Setting
}

// planned are the cells of both arms' grids on a draw.
func (e *Explorer) planned(ctx context.Context, at drawing.Draw) (list []cell, err error) {
	d := drawing.NewDrawer(at)
	regular, _, err := e.offers(ctx, settings.WithoutAxioms(at.Fold.From.Chain.Config), d)
	if err != nil {
		return nil, err
	}
	if regular {
		for _, s := range e.Grid.Judged {
			list = append(list, cell{Judged, s})
		}
	}
	augmented, name, err := e.augmentedSettings(ctx, d, regular)
	for _, s := range augmented {
		list = append(list, cell{name, s})
	}
	return list, err
}

// Unused says of a stage of the journal whether it is a ranking that nothing asked for.
func (e *Explorer) Unused(stage string) bool {
	return strings.HasPrefix(stage, ranker.Stage) && (e.ranker == nil || !e.ranker.Used(stage))
}
