package trial

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

// Draw is a seed on a fold. All arms have the set of judged queries that the draw selects.
type Draw struct {
	Seed uint64
	Fold *Fold
}

// Pairs holds the pairs that a configuration draws for a seed on a fold, in drawing order.
type Pairs struct {
	Chain *prepare.Preparation // the prepared collection, with the configuration that drew the pairs
	Drawn *sample.Result
	Unmet []account.Unmet // the requested amounts that an epoch does not reach
}

// Drawer draws the pairs of one draw. Settings with the same pools share the drawn pairs.
type Drawer struct {
	Current Draw
	Judged  mine.Scorer       // the judged arm's model, for gen.violated_by: judged and gen.sample: hard:judged; nil before it is trained
	pairs   map[string]*Pairs // the drawn pairs, by the hash of the keys that decide them
}

// NewDrawer returns a drawer without pairs.
func NewDrawer(draw Draw) *Drawer {
	return &Drawer{Current: draw, pairs: map[string]*Pairs{}}
}

// Draw draws the pairs of a configuration. All arms learn from the same judged pairs, which are drawn without axioms.
func (d *Drawer) Draw(ctx context.Context, c *configs.Config) (*Pairs, error) {
	g := c.Gen
	g.Vectors = ""
	key := stage.Hash(g, c.Train.Schedule, c.Train.PairsPerEpoch, c.Train.Epochs)
	if p := d.pairs[key]; p != nil {
		return p, nil
	}
	var judged []sample.PoolInstance
	if c.Gen.Axioms != "" {
		pairs, err := d.Draw(ctx, WithoutAxioms(c))
		if err != nil {
			return nil, err
		}
		judged = pairs.Drawn.Judged
	}
	chain, err := d.Current.Fold.Source.Chain.WithConfig(c)
	if err != nil {
		return nil, err
	}
	p := &Pairs{Chain: chain}
	schedule, err := ScheduleOf(c, p.Chain)
	if err != nil {
		return nil, err
	}
	drawer, err := d.newDrawer(p.Chain)
	if err != nil {
		return nil, err
	}
	if p.Drawn, err = drawer.Draw(ctx, schedule.PoolPairs(c.Train.Epochs), drawer.Options.Judged, nil); err != nil {
		return nil, err
	}
	if c.Gen.Axioms != "" {
		p.Drawn.Judged = judged
	}
	p.Unmet = schedule.unmet(p, drawer.CountJudged())
	d.pairs[key] = p
	return p, nil
}

// newDrawer returns a drawer of the training queries with the configuration of chain.
func (d *Drawer) newDrawer(chain *prepare.Preparation) (drawer *dataset.Drawer, err error) {
	c := chain.Run.Config
	var filter *mine.ViolationFilter
	switch {
	case c.Gen.ViolatedBy != quota.JudgedArm:
		filter, err = prepare.NewViolationFilter(chain)
	case d.Judged != nil:
		filter = &mine.ViolationFilter{Scorer: d.Judged, Margin: c.Gen.ViolatedMargin}
	default:
		err = errNoJudgedArm
	}
	if err != nil {
		return nil, err
	}
	if drawer, err = dataset.NewDrawer(chain, &prepare.Split{Name: "train", Queries: d.Current.Fold.Train}, filter); err != nil {
		return nil, err
	}
	drawer.Options.Seed, drawer.Options.Budget = d.Current.Seed, sample.Append // the schedule applies the budget
	drawer.Options.AssumedPerPositive = 0                                      // every epoch draws from all pairs
	drawer.Options.Once = false                                                // a pair counts for each of its axioms
	if c.Gen.Positives == configs.Auto {
		drawer.Options.Positives = sample.FromCandidates // only ranked documents have features
	}
	if quota.DrawRun(&c.Gen) == quota.JudgedArm {
		if d.Judged == nil {
			return nil, errNoJudgedArm
		}
		drawer.Scores = d.Judged
	}
	return drawer, nil
}

// ScheduleOf returns the schedule of a configuration for the pools of chain.
func ScheduleOf(c *configs.Config, chain *prepare.Preparation) (Schedule, error) {
	t := &c.Train
	return ParseSchedule(t.Schedule, t.PairsPerEpoch, chain.Axioms.Pools, c.Gen.Budget)
}

// Sizes returns the number of pairs of each pool.
func (p *Pairs) Sizes() []int {
	sizes := make([]int, len(p.Drawn.Pools))
	for i := range sizes {
		sizes[i] = len(p.Drawn.Pools[i])
	}
	return sizes
}

var errNoJudgedArm = errs.BadUsage("give judged pairs, or name the run of another model",
	"violated_by: judged or sample: hard:judged, but no arm is trained on judged pairs")

// unmet returns the requested amounts that an epoch of the drawn pairs does not reach. A pair may repeat in later
// epochs, but not within one.
func (s Schedule) unmet(p *Pairs, judgedQueries int) []account.Unmet {
	list := account.Asked(&p.Chain.Run.Config.Gen, judgedQueries, len(p.Drawn.Judged))
	for i, size := range p.Sizes() {
		if k := s.Axiomatic[i]; k != sample.All {
			pool := p.Chain.Axioms.Pools[i]
			list = append(list, account.Unmet{Key: account.AmountKey(pool), Subject: pool.Name + " in an epoch", Wanted: k,
				There: min(k, size)})
		}
	}
	return slices.DeleteFunc(list, func(u account.Unmet) bool { return u.There >= u.Wanted })
}
