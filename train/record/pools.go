package record

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trainpairs"
)

// addPools describes the pools of the first seed's first draw, for every set of axioms in the grid. Other
// seeds draw from the same pools.
func (e *experiment) addPools(ctx context.Context, r *report.Result) error {
	if e.Explorer.Ranker != nil {
		r.Pools = e.Explorer.Offered
		return nil
	}
	d := trainpairs.NewDrawer(trainpairs.Draw{Seed: arms.Seeds(e.Explorer.Config)[0], Fold: e.Explorer.Division.Folds[0]})
	if model := e.units.models(arms.Judged)[d.Current]; model != nil {
		d.Judged = model.Scorer()
	}
	names := map[string]bool{}
	for _, s := range e.Explorer.Grid.Augmented {
		c, err := arms.ConfigOf(arms.Augmented, s, d.Current.Fold)
		if err != nil {
			return err
		}
		p, err := d.Draw(ctx, c)
		if err != nil {
			return err
		}
		for i := range p.Drawn.Ledger {
			l := &p.Drawn.Ledger[i]
			if names[l.Name] {
				continue
			}
			names[l.Name] = true
			r.Pools = append(r.Pools, report.Pool{Axiom: l.Name, Split: "train", Size: l.Size, Wanted: l.Wanted, Taken: l.Taken,
				Shortfall:   l.Shortfall,
				NotViolated: l.Dropped.NotViolated, NotScored: l.Dropped.NotScored, LengthSkew: l.LengthSkew(), Leans: l.Direction().Leans(),
				Agreement: l.Agreement()})
		}
		for _, line := range p.Drawn.Warnings(quota.DrawOrder(&c.Gen)) {
			if !slices.Contains(r.Warnings, line) {
				r.Warnings = append(r.Warnings, line)
			}
		}
	}
	return nil
}
