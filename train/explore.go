package train

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/train/report"
)

// Explore trains only the arm that learns from axiomatic pairs, or, where no axioms are configured, the judged arm. A later Run
// in the same directory keeps its trainings.
func Explore(ctx context.Context, c *gen.Chain) (*report.Exploration, error) {
	e, err := setUp(ctx, c)
	if err != nil {
		return nil, err
	}
	judged, err := e.plan(ctx)
	if err != nil {
		return nil, err
	}
	e.cells = slices.DeleteFunc(e.cells, func(c *cell) bool {
		return c.arm != Augmented && c.arm != AxiomsOnly && (c.arm != Judged || len(e.chain.Axioms.Pools) > 0)
	})
	if len(e.cells) == 0 {
		return nil, fault.Short("axiomine gen mine shows what each axiom finds", "no axiomatic pair is left to learn from")
	}
	if err := e.trainCells(ctx, judged); err != nil {
		return nil, err
	}
	out := &report.Exploration{Arm: e.cells[0].arm}
	for i, m := range e.models {
		out.Epochs += len(m.epochs)
		out.Pairs += e.cells[i].pairsIn(len(m.epochs))
		dev := m.epochs[m.best-1].DevMain
		out.Seeds = append(out.Seeds, dev)
		out.Dev += dev / float64(len(e.models))
	}
	return out, nil
}
