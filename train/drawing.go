package train

import (
	"context"
	"encoding/json"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
)

// draw is a seed on a fold: what a set of judged queries is drawn for. All arms share it.
type draw struct {
	seed uint64
	fold *fold
}

// drawnPairs are the pairs that a configuration draws for a seed on a fold, in drawing order.
type drawnPairs struct {
	chain *prepare.Prepared // under that configuration
	drawn *sample.Result
}

// drawer draws the pools of one draw, each once however many settings learn from it.
type drawer struct {
	e      *experiment
	at     draw
	judged *trained // the judged arm's model, whose mistakes are mined under violated_by or hard_run: judged; may be nil
	drawn  map[string]*drawnPairs
}

func (e *experiment) drawer(at draw) *drawer {
	return &drawer{e: e, at: at, drawn: map[string]*drawnPairs{}}
}

// of draws what a configuration gives. All arms learn from the same judged pairs: those that are drawn without axioms.
func (d *drawer) of(ctx context.Context, c *configs.Config) (*drawnPairs, error) {
	key, err := drawingKey(c)
	if err != nil {
		return nil, err
	}
	if p := d.drawn[key]; p != nil {
		return p, nil
	}
	var regular []sample.Drawn
	if c.Gen.Axioms != "" {
		judged, err := d.of(ctx, withoutAxioms(c))
		if err != nil {
			return nil, err
		}
		regular = judged.drawn.Regular
	}
	p := &drawnPairs{}
	if p.chain, err = d.at.fold.from.chain.With(c); err != nil {
		return nil, err
	}
	if p.drawn, err = d.draw(ctx, p.chain); err != nil {
		return nil, err
	}
	if c.Gen.Axioms != "" {
		p.drawn.Regular = regular
	}
	d.drawn[key] = p
	return p, nil
}

// draw mines the training queries, as far as the configuration's schedule can use pairs.
func (d *drawer) draw(ctx context.Context, chain *prepare.Prepared) (*sample.Result, error) {
	c := chain.Config
	schedule, err := scheduleOf(c, chain)
	if err != nil {
		return nil, err
	}
	var only *mine.Violated
	switch {
	case c.Gen.ViolatedBy != pools.JudgedArm:
		only, err = chain.Violated()
	case d.judged != nil:
		only = &mine.Violated{By: d.judged.scorer(), Margin: c.Gen.ViolatedMargin}
	default:
		err = errNoJudgedArm
	}
	if err != nil {
		return nil, err
	}
	by, err := dataset.Of(chain).Drawer(&prepare.Split{Name: "train", Queries: d.at.fold.train}, only)
	if err != nil {
		return nil, err
	}
	by.Options.Seed, by.Options.Budget = d.at.seed, sample.Append // the schedule keeps the budget
	if c.Gen.Sample == sample.Hard && c.Gen.HardRun == pools.JudgedArm {
		if d.judged == nil {
			return nil, errNoJudgedArm
		}
		by.Hard = d.judged.scorer()
	}
	return by.Draw(ctx, schedule.wanted(c.Train.Epochs), by.Options.Regular, nil)
}

// withoutAxioms is the configuration of the judged arm: nothing that is said of axiomatic pairs, and no regulariser.
func withoutAxioms(c *configs.Config) *configs.Config {
	out := withoutPools(c)
	out.Gen.Perturb, out.Gen.PerturbWeight, out.Train.PerturbMargin = "", "0.1", "0.1"
	return out
}

// withoutPools is a configuration without anything that is said of axiomatic pairs.
func withoutPools(c *configs.Config) *configs.Config {
	out := *c
	g, t := &out.Gen, &out.Train
	g.Axioms, g.DeltaStar, g.Ratio, g.Pairs, g.Weights, g.ViolatedBy, g.HardRun = "", "", "1:1", "", "none", "", ""
	g.Strategy, g.Budget, g.Made = sample.Paired, sample.Append, "test"
	if g.Sample == sample.Hard {
		g.Sample = sample.Balanced // no run orders judged pairs
	}
	t.Schedule, t.AxiomMargin, t.AxiomWeight = "mixed", "1", "1"
	return &out
}

// drawingKey tells configurations apart by what they draw.
func drawingKey(c *configs.Config) (string, error) {
	g := c.Gen
	g.Vectors, g.Perturb, g.PerturbWeight = "", "", ""
	raw, err := json.Marshal([]any{g, c.Train.Schedule, c.Train.PairsPerEpoch, c.Train.Epochs, c.Train.MaxRepeats})
	return string(raw), err
}

// scheduleOf is the configuration's schedule of the chain's pools.
func scheduleOf(c *configs.Config, chain *prepare.Prepared) (schedule, error) {
	t := &c.Train
	return parseSchedule(t.Schedule, t.PairsPerEpoch, chain.Axioms.Pools, c.Gen.Budget, t.MaxRepeats)
}

// sizes are the pools' numbers of pairs.
func (p *drawnPairs) sizes() []int {
	sizes := make([]int, len(p.drawn.Pools))
	for i := range sizes {
		sizes[i] = len(p.drawn.Pools[i])
	}
	return sizes
}
