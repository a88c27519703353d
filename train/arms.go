package train

import (
	"context"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train/report"
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

// train trains the arms, draw by draw.
func (e *experiment) train(ctx context.Context) error {
	draws := len(e.seeds()) * len(e.folds)
	e.training = e.chain.Progress.Stage("train", "trainings", draws*e.grid.cells())
	defer e.training.Done()
	for _, seed := range e.seeds() {
		for _, f := range e.folds {
			if err := e.trainDraw(ctx, draw{seed, f}); err != nil {
				return err
			}
		}
	}
	if len(e.units) == 0 {
		return fault.Short("add judgements or axioms; axiomine gen mine shows what each axiom finds", "the training queries give no pair at all")
	}
	return nil
}

// trainDraw trains the arms on one set of judged queries: the judged arm, the one with axiomatic pairs, the ablation.
func (e *experiment) trainDraw(ctx context.Context, at draw) error {
	d := e.drawer(at)
	regular, err := d.of(ctx, withoutAxioms(at.fold.from.chain.Config))
	if err != nil {
		return err
	}
	var judged *unit
	if len(regular.drawn.Regular) > 0 {
		if judged, err = e.explore(ctx, Judged, d, e.grid.judged, nil); err != nil {
			return err
		}
		e.units = append(e.units, judged)
		if e.minesMistakes() {
			d.judged = judged.model
		}
	}
	settings, name, err := e.augmentedSettings(ctx, d, judged != nil)
	if err != nil || len(settings) == 0 {
		return err
	}
	var without *unit
	if e.grid.none {
		without = judged
	}
	augmented, err := e.explore(ctx, name, d, settings, without)
	if err != nil {
		return err
	}
	e.units = append(e.units, augmented)
	if judged == nil {
		return nil
	}
	return e.ablation(ctx, d, augmented)
}

// augmentedSettings are the settings of the arm with axiomatic pairs that have any, or a regulariser, and its name.
func (e *experiment) augmentedSettings(ctx context.Context, d *drawer, judged bool) (list []setting, name string, err error) {
	name = Augmented
	if !judged {
		name = AxiomsOnly
	}
	for _, s := range e.grid.augmented {
		c, err := e.configOf(Augmented, s, d.at.fold)
		if err != nil {
			return nil, "", err
		}
		if c.Gen.Axioms == "" && c.Gen.Perturb == "" {
			continue
		}
		p, err := d.of(ctx, c)
		if err != nil {
			return nil, "", err
		}
		schedule, err := scheduleOf(c, p.chain)
		if err != nil {
			return nil, "", err
		}
		regularised := c.Gen.Perturb != "" && judged
		if regularised || slices.ContainsFunc(p.drawn.Pools, func(pool []sample.Drawn) bool { return len(pool) > 0 }) {
			list = append(list, s)
			if schedule.Regular == 0 {
				name = AxiomsOnly
			}
		}
	}
	return list, name, nil
}

// ablation trains the arms at the one setting that is best with axioms, where the arms chose among several; and the judged arm with
// as many pairs an epoch as that has in all.
func (e *experiment) ablation(ctx context.Context, d *drawer, augmented *unit) error {
	shared := augmented.best.only(sharedKeys)
	c, err := e.configOf(Augmented, augmented.best, d.at.fold)
	if err != nil {
		return err
	}
	p, err := d.of(ctx, c)
	if err != nil {
		return err
	}
	schedule, err := scheduleOf(c, p.chain)
	if err != nil {
		return err
	}
	more := schedule.pairs(p.sizes())
	type single struct {
		name    string
		setting setting
	}
	var arms []single
	if e.grid.chooses() {
		arms = append(arms, single{JudgedSame, e.grid.withNoAxioms(shared)}, single{AugmentedSame, augmented.best})
	}
	if more > c.Train.PairsPerEpoch {
		s := slices.DeleteFunc(slices.Clone(shared), func(x report.Setting) bool { return x.Key == "train.pairs_per_epoch" })
		arms = append(arms, single{JudgedMore, append(e.grid.withNoAxioms(s),
			report.Setting{Key: "train.pairs_per_epoch", Value: strconv.Itoa(more)})})
	}
	for _, a := range arms {
		u, err := e.explore(ctx, a.name, d, []setting{a.setting}, nil)
		if err != nil {
			return err
		}
		e.units = append(e.units, u)
	}
	return nil
}
