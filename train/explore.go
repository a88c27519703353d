package train

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen"
)

// Exploration is what the dev queries say of a configuration's augmented arm. The test queries are not ranked.
type Exploration struct {
	Arm   string    `json:"arm"`
	Dev   float64   `json:"dev"`   // mean of the main measure over seeds and folds, at the epoch that was best on dev
	Seeds []float64 `json:"seeds"` // by seed and fold
}

// Explore trains only the arm that learns from axiomatic pairs. A later Run in the same directory keeps its trainings.
func Explore(ctx context.Context, c *gen.Chain) (*Exploration, error) {
	e, err := setUp(ctx, c)
	if err != nil {
		return nil, err
	}
	judged, err := e.plan(ctx)
	if err != nil {
		return nil, err
	}
	e.cells = slices.DeleteFunc(e.cells, func(c *cell) bool { return c.arm != Augmented && c.arm != AxiomsOnly })
	if len(e.cells) == 0 {
		return nil, fault.Short("axiomine gen mine shows what each axiom finds", "no axiomatic pair is left to learn from")
	}
	if err := e.trainCells(ctx, judged); err != nil {
		return nil, err
	}
	out := &Exploration{Arm: e.cells[0].arm}
	for _, m := range e.models {
		dev := m.epochs[m.best-1].DevMain
		out.Seeds = append(out.Seeds, dev)
		out.Dev += dev / float64(len(e.models))
	}
	return out, nil
}
