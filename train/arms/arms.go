package arms

import (
	"context"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/ledger"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train/drawing"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/settings"
)

// Names of the arms.
const (
	Judged     = "judged"
	Augmented  = "judged + axioms"
	AxiomsOnly = "axioms only"
	// The ablation: the setting that is best with axioms, in all of them.
	JudgedSame    = "same setting: judged"
	AugmentedSame = "same setting: judged + axioms"
	JudgedMore    = "same setting: judged, as many pairs" // an epoch as with axioms in all
)

// Train trains the arms, draw by draw.
func (e *Explorer) Train(ctx context.Context) ([]*Unit, error) {
	draws := len(e.Seeds()) * len(e.Division.Folds)
	defer e.Begin(draws * e.Grid.Cells()).Done()
	var units []*Unit
	for _, seed := range e.Seeds() {
		for _, f := range e.Division.Folds {
			of, err := e.trainDraw(ctx, drawing.Draw{Seed: seed, Fold: f})
			if err != nil {
				return nil, err
			}
			units = append(units, of...)
		}
	}
	e.tellUnmet(units)
	if len(units) == 0 {
		return nil, fault.Short("add judgements or axioms; axiomine gen mine shows what each axiom finds",
			"the training queries give no pair at all")
	}
	return units, nil
}

// tellUnmet adds the amounts that the cells of units do not reach, and warns of all.
func (e *Explorer) tellUnmet(units []*Unit) {
	for _, u := range units {
		for _, x := range u.Cells {
			e.Unmet = ledger.AddUnmet(e.Unmet, x.Unmet...)
		}
	}
	for _, u := range e.Unmet {
		if e.ranker == nil && u.Key != configs.JudgedQueriesKey { // those are told before
			e.caution(u.String())
		}
	}
}

// trainDraw trains the arms on one set of judged queries: the judged arm, the one with axiomatic pairs, the ablation.
func (e *Explorer) trainDraw(ctx context.Context, at drawing.Draw) (units []*Unit, err error) {
	d := drawing.NewDrawer(at)
	regular, _, err := e.offers(ctx, settings.WithoutAxioms(at.Fold.From.Chain.Config), d)
	if err != nil {
		return nil, err
	}
	var judged *Unit
	if regular {
		if judged, err = e.Explore(ctx, Judged, d, e.Grid.Judged, nil); err != nil {
			return nil, err
		}
		units = append(units, judged)
		if e.Grid.MinesMistakes(e.config) {
			d.Judged = judged.Model.Scorer()
		}
	}
	list, name, err := e.augmentedSettings(ctx, d, judged != nil)
	if err != nil || len(list) == 0 {
		return units, err
	}
	var without *Unit
	if e.Grid.None {
		without = judged
	}
	augmented, err := e.Explore(ctx, name, d, list, without)
	if err != nil {
		return nil, err
	}
	units = append(units, augmented)
	if judged == nil {
		return units, nil
	}
	ablation, err := e.ablation(ctx, d, augmented)
	return append(units, ablation...), err
}

// augmentedSettings are the settings of the arm with axiomatic pairs that have any, or a regulariser, and its name.
func (e *Explorer) augmentedSettings(ctx context.Context, d *drawing.Drawer, judged bool) (list []settings.Setting, name string,
	err error) {
	name = Augmented
	if !judged {
		name = AxiomsOnly
	}
	for _, s := range e.Grid.Augmented {
		c, err := ConfigOf(Augmented, s, d.At.Fold)
		if err != nil {
			return nil, "", err
		}
		if c.Gen.Axioms == "" && c.Gen.Perturb == "" {
			continue
		}
		regular, axiomatic, err := e.offers(ctx, c, d)
		if err != nil {
			return nil, "", err
		}
		if regularised := c.Gen.Perturb != "" && judged; regularised || axiomatic {
			list = append(list, s)
			if !regular {
				name = AxiomsOnly
			}
		}
	}
	return list, name, nil
}

// offers says whether a configuration's pairs have regular ones, and axiomatic ones.
func (e *Explorer) offers(ctx context.Context, c *configs.Config, d *drawing.Drawer) (regular, axiomatic bool, err error) {
	if e.ranker != nil {
		return e.offersRanker(c, d)
	}
	p, err := d.Of(ctx, c)
	if err != nil {
		return false, false, err
	}
	e.Unmet = ledger.AddUnmet(e.Unmet, p.Unmet...) // also of a setting that has no pair
	schedule, err := drawing.ScheduleOf(c, p.Chain)
	return len(p.Drawn.Regular) > 0 && schedule.Regular > 0,
		slices.ContainsFunc(p.Drawn.Pools, func(pool []sample.Drawn) bool { return len(pool) > 0 }), err
}

// ablation trains the arms at the one setting that is best with axioms, where the arms chose among several; and the judged arm with
// as many pairs an epoch as that has in all.
func (e *Explorer) ablation(ctx context.Context, d *drawing.Drawer, augmented *Unit) (units []*Unit, err error) {
	shared := augmented.Best.Only(settings.SharedKeys)
	type single struct {
		name    string
		setting settings.Setting
	}
	var arms []single
	if e.Grid.Chooses() {
		arms = append(arms, single{JudgedSame, e.Grid.WithNoAxioms(shared)}, single{AugmentedSame, augmented.Best})
	}
	more, err := e.asManyPairs(ctx, d, augmented)
	if err != nil {
		return nil, err
	}
	if more > 0 {
		s := slices.DeleteFunc(slices.Clone(shared), func(x report.Setting) bool { return x.Key == "train.pairs_per_epoch" })
		arms = append(arms, single{JudgedMore, append(e.Grid.WithNoAxioms(s),
			report.Setting{Key: "train.pairs_per_epoch", Value: strconv.Itoa(more)})})
	}
	for _, a := range arms {
		u, err := e.Explore(ctx, a.name, d, []settings.Setting{a.setting}, nil)
		if err != nil {
			return nil, err
		}
		units = append(units, u)
	}
	return units, nil
}

// asManyPairs is how many pairs an epoch of the arm with axiomatic pairs has in all, where it has more than the judged arm. A command
// has no epochs of ours.
func (e *Explorer) asManyPairs(ctx context.Context, d *drawing.Drawer, augmented *Unit) (int, error) {
	if e.ranker != nil {
		return 0, nil
	}
	c, err := ConfigOf(Augmented, augmented.Best, d.At.Fold)
	if err != nil {
		return 0, err
	}
	p, err := d.Of(ctx, c)
	if err != nil {
		return 0, err
	}
	schedule, err := drawing.ScheduleOf(c, p.Chain)
	if n := schedule.Pairs(p.Sizes()); err == nil && n > c.Train.PairsPerEpoch {
		return n, nil
	}
	return 0, err
}
