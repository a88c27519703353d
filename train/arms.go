package train

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/train/trial"
)

// Names of the arms.
const (
	Judged     = "judged"
	Augmented  = "judged + axioms"
	AxiomsOnly = "axioms only"
)

// Train trains the arms for every seed on every fold.
func (e *Explorer) Train(ctx context.Context) ([]*Unit, error) {
	draws := len(Seeds(e.Config)) * len(e.Division.Folds)
	e.training = e.Division.Chain.Run.Progress.Stage("train", "trainings", draws*e.Grid.Cells())
	defer e.training.Done()
	var units []*Unit
	for _, seed := range Seeds(e.Config) {
		for _, f := range e.Division.Folds {
			list, err := e.trainDraw(ctx, trial.Draw{Seed: seed, Fold: f})
			if err != nil {
				return nil, err
			}
			units = append(units, list...)
		}
	}
	for _, u := range units {
		for _, x := range u.Cells {
			e.Unmet = account.AddUnmet(e.Unmet, x.Unmet...)
		}
	}
	for _, u := range e.Unmet {
		if e.Ranker == nil && u.Key != configs.JudgedQueriesKey { // SetUp has warned of these
			e.caution(u.String())
		}
	}
	if len(units) == 0 {
		return nil, errs.Short("add judgements or axioms; axiomine gen mine shows what each axiom finds",
			"the training queries give no pair at all")
	}
	return units, nil
}

// trainDraw trains the judged arm and the arm with axiomatic pairs on one set of judged queries. An arm without pairs is left out.
func (e *Explorer) trainDraw(ctx context.Context, draw trial.Draw) (units []*Unit, err error) {
	d := trial.NewDrawer(draw)
	judged, _, err := e.hasPairs(ctx, trial.WithoutAxioms(draw.Fold.Source.Chain.Run.Config), d)
	if err != nil {
		return nil, err
	}
	var baseline *Unit
	if judged {
		if baseline, err = e.Explore(ctx, Judged, d, e.Grid.Judged, nil); err != nil {
			return nil, err
		}
		units = append(units, baseline)
		if e.Grid.MinesMistakes(e.Config) {
			d.Judged = baseline.Model.Scorer()
		}
	}
	list, name, err := e.augmentedSettings(ctx, d, baseline != nil)
	if err != nil || len(list) == 0 {
		return units, err
	}
	var fallback *Unit
	if e.Grid.AllowsNoAxioms {
		fallback = baseline
	}
	augmented, err := e.Explore(ctx, name, d, list, fallback)
	if err != nil {
		return nil, err
	}
	return append(units, augmented), nil
}

// augmentedSettings returns the settings that draw axiomatic pairs, and the name of the arm with them.
func (e *Explorer) augmentedSettings(ctx context.Context, d *trial.Drawer, hasJudged bool) (list []configs.Settings, name string,
	err error) {
	name = Augmented
	if !hasJudged {
		name = AxiomsOnly
	}
	for _, s := range e.Grid.Augmented {
		c, err := ConfigOf(Augmented, s, d.Current.Fold)
		if err != nil {
			return nil, "", err
		}
		if c.Gen.Axioms == "" {
			continue
		}
		judged, axiomatic, err := e.hasPairs(ctx, c, d)
		if err != nil {
			return nil, "", err
		}
		if axiomatic {
			list = append(list, s)
			if !judged {
				name = AxiomsOnly
			}
		}
	}
	return list, name, nil
}

// hasPairs reports whether a configuration draws judged pairs, and whether it draws axiomatic pairs.
func (e *Explorer) hasPairs(ctx context.Context, c *configs.Config, d *trial.Drawer) (judged, axiomatic bool, err error) {
	if e.Ranker != nil {
		return rankerHasPairs(c, d)
	}
	p, err := d.Draw(ctx, c)
	if err != nil {
		return false, false, err
	}
	e.Unmet = account.AddUnmet(e.Unmet, p.Unmet...) // also of a setting without a pair
	schedule, err := trial.ScheduleOf(c, p.Chain)
	return len(p.Drawn.Judged) > 0 && schedule.Judged > 0,
		slices.ContainsFunc(p.Drawn.Pools, func(pool []sample.PoolInstance) bool { return len(pool) > 0 }), err
}
