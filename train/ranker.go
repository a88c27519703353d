package train

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// checkRanker returns an error for settings that a command cannot be trained with.
func checkRanker(c *configs.Config) error {
	if err := CheckCommand(c.Train.Ranker); err != nil {
		return err
	}
	for _, conflict := range []struct {
		key       string
		isPresent bool
		hint      string
	}{
		{"gen.violated_by: judged", c.Gen.ViolatedBy == quota.JudgedArm, "name the run of a model: a command scores no training query"},
		{"gen.sample: hard:judged", quota.DrawRun(&c.Gen) == quota.JudgedArm, "name the run of a model: a command scores no training query"},
		{"gen.made: all", c.Gen.Made == "all", "leave it out: no run has a document that lnc2 makes"},
		{"train.schedule: " + c.Train.Schedule, c.Train.Schedule != "mixed",
			"the command has the epochs: --set order=curriculum orders the rows"},
	} {
		if conflict.isPresent {
			return errs.BadUsage(conflict.hint, "%s does not go with train.ranker", conflict.key)
		}
	}
	return nil
}

// rankerHasPairs reports whether a data set would have judged pairs, and whether it would have axiomatic
// pairs. It does not mine: axiomatic is true if axioms are configured.
func rankerHasPairs(c *configs.Config, d *trial.Drawer) (judged, axiomatic bool, err error) {
	config := *c
	config.Gen.Seed = int(d.Current.Seed)
	p, err := d.Current.Fold.Source.Chain.WithConfig(&config)
	if err != nil {
		return false, false, err
	}
	drawer, err := dataset.NewDrawer(p, &prepare.Split{Name: "train", Queries: d.Current.Fold.Train}, nil)
	if err != nil {
		return false, false, err
	}
	return drawer.JudgedPairs() > 0, c.Gen.Axioms != "", nil
}

// exploreRanker calls the command for each setting, and keeps the ranking that is best on dev.
func (e *Explorer) exploreRanker(ctx context.Context, u *Unit, list []configs.Settings, fallback *Unit) error {
	var models []*trial.TrainedModel
	for _, s := range list {
		m, ranking, err := e.measureRanking(ctx, u.Arm, s, u.Draw)
		if err != nil {
			return err
		}
		pairs := 0
		for _, n := range m.Pairs {
			pairs += n
		}
		x := DevResult{Setting: s, Dev: m.Dev, Cell: ranking.Cell, Unmet: ranking.Unmet}
		if !slices.ContainsFunc(u.Cells, func(earlier DevResult) bool { return x.Equals(earlier.Cell) }) { // an equal cell costs nothing
			x.Pairs = pairs
		}
		models, u.Cells = append(models, m), append(u.Cells, x)
		e.training.Add(1)
	}
	chooseBest(u, models, fallback)
	return nil
}

// measureRanking returns the ranking of a setting, measured on dev.
func (e *Explorer) measureRanking(ctx context.Context, arm string, s configs.Settings, draw trial.Draw) (*trial.TrainedModel,
	*Ranking, error) {
	c, err := ConfigOf(arm, s, draw.Fold)
	if err != nil {
		return nil, nil, err
	}
	name := fileName(arm, draw)
	ranking, err := e.Ranker.Train(ctx, c, draw, func(line string) { e.training.Note(name + "  " + line) })
	if err != nil {
		return nil, nil, fmt.Errorf("%s, seed %d, %s: %w", arm, draw.Seed, s, err)
	}
	if draw.Seed == Seeds(e.Config)[0] && draw.Fold.Number == e.Division.Folds[0].Number {
		for _, p := range ranking.Pools { // one draw is enough, because all draw from the same pools
			if !slices.ContainsFunc(e.Offered, func(q report.Pool) bool { return q.Axiom == p.Axiom }) {
				e.Offered = append(e.Offered, p)
			}
		}
		for _, w := range ranking.Warnings {
			if !slices.Contains(e.Cautions, w) {
				e.caution(w)
			}
		}
	}
	dev := draw.Fold.DevLists.PerQuery(e.Measures[0], func(query int) []float64 { return ranking.Scores(&draw.Fold.JudgedDev[query], query) })
	m := &trial.TrainedModel{Scores: ranking, Dev: eval.Mean(dev), Pairs: ranking.Pairs}
	e.training.Note(fmt.Sprintf("%s  dev %s %.4f  %s", name, e.Measures[0], m.Dev, s))
	return m, ranking, nil
}

// Unused reports whether a stage of the journal is a ranking that this experiment did not use.
func (e *Explorer) Unused(stage string) bool {
	return strings.HasPrefix(stage, RankingStage) && (e.Ranker == nil || !e.Ranker.Used(stage))
}
