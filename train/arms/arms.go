package arms

import (
	"context"
	"slices"
	"strconv"

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
	// The ablation: both arms at the setting that is best with axioms.
	JudgedSame    = "same setting: judged"
	AugmentedSame = "same setting: judged + axioms"
	JudgedMore    = "same setting: judged, as many pairs" // as many pairs per epoch as the arm with axioms has in all
)

// Train trains the arms for every seed on every fold.
func (e *Explorer) Train(ctx context.Context) ([]*Unit, error) {
	draws := len(Seeds(e.Config)) * len(e.Division.Folds)
	defer e.Begin(draws * e.Grid.Cells()).Done()
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

// trainDraw trains the arms on one set of judged queries: the judged arm, the arm with axiomatic pairs,
// the ablation.
func (e *Explorer) trainDraw(ctx context.Context, draw trial.Draw) (units []*Unit, err error) {
	d := trial.NewDrawer(draw)
	regular, _, err := e.hasPairs(ctx, trial.WithoutAxioms(draw.Fold.Source.Chain.Run.Config), d)
	if err != nil {
		return nil, err
	}
	var baseline *Unit
	if regular {
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
	withAxioms, err := e.Explore(ctx, name, d, list, fallback)
	if err != nil {
		return nil, err
	}
	units = append(units, withAxioms)
	if baseline == nil {
		return units, nil
	}
	ablation, err := e.ablation(ctx, d, withAxioms)
	return append(units, ablation...), err
}

// augmentedSettings returns the settings of the arm with axiomatic pairs that have such pairs, and the arm's name.
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
		regular, axiomatic, err := e.hasPairs(ctx, c, d)
		if err != nil {
			return nil, "", err
		}
		if axiomatic {
			list = append(list, s)
			if !regular {
				name = AxiomsOnly
			}
		}
	}
	return list, name, nil
}

// hasPairs reports whether a configuration draws regular pairs, and axiomatic ones.
func (e *Explorer) hasPairs(ctx context.Context, c *configs.Config, d *trial.Drawer) (regular, axiomatic bool, err error) {
	if e.Ranker != nil {
		return rankerHasPairs(c, d)
	}
	p, err := d.Draw(ctx, c)
	if err != nil {
		return false, false, err
	}
	e.Unmet = account.AddUnmet(e.Unmet, p.Unmet...) // also of a setting without a pair
	schedule, err := trial.ScheduleOf(c, p.Chain)
	return len(p.Drawn.Regular) > 0 && schedule.Regular > 0,
		slices.ContainsFunc(p.Drawn.Pools, func(pool []sample.PoolInstance) bool { return len(pool) > 0 }), err
}

// ablation trains both arms at the one setting that is best with axioms, if the arms chose among
// several. It also trains the judged arm with as many pairs per epoch as the arm with axioms has in
// all.
func (e *Explorer) ablation(ctx context.Context, d *trial.Drawer, withAxioms *Unit) (units []*Unit, err error) {
	setting := withAxioms.Best.Only(trial.SharedKeys)
	type single struct {
		name    string
		setting configs.Settings
	}
	var arms []single
	if e.Grid.Chooses() {
		arms = append(arms, single{JudgedSame, e.Grid.WithNoAxioms(setting)}, single{AugmentedSame, withAxioms.Best})
	}
	more := 0
	if e.Ranker == nil { // the epochs of a command are its own
		if more, err = asManyPairs(ctx, d, withAxioms); err != nil {
			return nil, err
		}
	}
	if more > 0 {
		s := slices.DeleteFunc(slices.Clone(setting), func(x configs.Setting) bool { return x.Key == "train.pairs_per_epoch" })
		arms = append(arms, single{JudgedMore, append(e.Grid.WithNoAxioms(s),
			configs.Setting{Key: "train.pairs_per_epoch", Value: strconv.Itoa(more)})})
	}
	for _, a := range arms {
		u, err := e.Explore(ctx, a.name, d, []configs.Settings{a.setting}, nil)
		if err != nil {
			return nil, err
		}
		units = append(units, u)
	}
	return units, nil
}

// asManyPairs returns the number of pairs per epoch of the arm with axiomatic pairs, if it has more
// than the judged arm, else 0.
func asManyPairs(ctx context.Context, d *trial.Drawer, withAxioms *Unit) (int, error) {
	c, err := ConfigOf(Augmented, withAxioms.Best, d.Current.Fold)
	if err != nil {
		return 0, err
	}
	p, err := d.Draw(ctx, c)
	if err != nil {
		return 0, err
	}
	schedule, err := trial.ScheduleOf(c, p.Chain)
	if n := schedule.Pairs(p.Sizes()); err == nil && n > c.Train.PairsPerEpoch {
		return n, nil
	}
	return 0, err
}
