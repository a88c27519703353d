package train

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train/report"
)

// trainJudged trains the judged arm alone, so that its mistakes can be mined.
func (e *experiment) trainJudged(ctx context.Context) (map[draw]*trained, error) {
	if err := e.drawPools(ctx, nil); err != nil {
		return nil, err
	}
	if err := e.planCells(); err != nil {
		return nil, err
	}
	e.cells = slices.DeleteFunc(e.cells, func(c *cell) bool { return c.arm != Judged })
	if len(e.cells) == 0 {
		return nil, fault.BadUsage("give judged pairs, or name the run of another model", "violated_by or hard_run: judged, but no arm is trained on judged pairs")
	}
	if err := e.trainCells(ctx, nil); err != nil {
		return nil, err
	}
	judged := map[draw]*trained{}
	for i, c := range e.cells {
		judged[draw{c.seed, c.fold.number}] = e.models[i]
	}
	return judged, nil
}

// hardForJudged says whether pools are drawn by the mistakes of the judged arm.
func (e *experiment) hardForJudged() bool {
	return e.config.Gen.Sample == sample.Hard && e.config.Gen.HardRun == gen.JudgedArm
}

// violated is what a drawing is narrowed to: what a run violates, or what the judged model of the same seed and fold does.
func (e *experiment) violated(judged *trained) (*mine.Violated, error) {
	switch {
	case e.config.Gen.ViolatedBy != gen.JudgedArm:
		return e.chain.Violated()
	case judged == nil:
		return nil, nil
	}
	return &mine.Violated{By: modelScorer{e.features, judged.model}, Margin: e.config.Gen.ViolatedMargin}, nil
}

// mended compares the arm with axiomatic pairs with the judged arm, axiom by axiom on the same instances of the dev and
// of the test queries.
func (e *experiment) mended(ctx context.Context, r *report.Result) error {
	list, err := e.diagnosedAxioms()
	if err != nil {
		return err
	}
	judged := map[draw]*trained{}
	for i, c := range e.cells {
		if c.arm == Judged {
			judged[draw{c.seed, c.fold.number}] = e.models[i]
		}
	}
	miner := e.chain.Miner()
	miner.Axioms = list
	for _, split := range []string{"dev", "test"} {
		rows := make([]report.Mended, len(list))
		for a, axiom := range list {
			rows[a] = report.Mended{Axiom: axiom.String(), Split: split, A: Judged, B: Augmented, Trained: e.trainsOn(axiom)}
		}
		compared := false
		for i, c := range e.cells {
			before := judged[draw{c.seed, c.fold.number}]
			if c.arm != Augmented || before == nil {
				continue
			}
			compared = true
			queries := c.fold.test
			if split == "dev" {
				queries = c.fold.dev
			}
			pairs, err := pairFulfilment(ctx, miner, queries, modelScorer{e.features, before.model}, modelScorer{e.features, e.models[i].model}, nil)
			if err != nil {
				return err
			}
			for a := range rows {
				p := &pairs[a]
				rows[a].Add(c.seed, p.instances, p.both, p.onlyA, p.onlyB)
			}
		}
		if compared {
			r.AddMended(rows)
		}
	}
	return nil
}

func (e *experiment) trainsOn(a axioms.Axiom) bool {
	return slices.ContainsFunc(e.chain.Axioms.Drawn, func(i int) bool { return e.chain.Axioms.All[i].String() == a.String() })
}
