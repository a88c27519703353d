package train

import (
	"context"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/record"
	"github.com/axiomine/axiomine/train/report"
)

// Run trains every arm under every seed and fold. Each arm explores its grid on dev and chooses its
// best setting; only that one is tested on the held-out queries. Run writes result.json, the reports,
// the runs and the models to the chain's directory. It also looks for rankings of parts in folders.
func Run(ctx context.Context, c *prepare.Preparation, command string, folders ...string) (*report.Result, error) {
	return RunWithin(ctx, c, command, Sweep{Memory: &arms.Memory{}}, folders...)
}

// Sweep is what the experiments of a sweep share.
type Sweep struct {
	Memory *arms.Memory // a training that an earlier experiment ran is not run again
	Shows  []string     // keys of the grid: test is ranked for the reader at the best setting on dev of each of their values
}

// RunWithin runs as Run does, as an experiment of a sweep.
func RunWithin(ctx context.Context, c *prepare.Preparation, command string, sweep Sweep, folders ...string) (*report.Result, error) {
	e, err := arms.SetUp(ctx, c, folders...)
	if err != nil {
		return nil, err
	}
	e.Memory, e.Shows = sweep.Memory, sweep.Shows
	defer e.Division.Chain.Close()
	units, err := e.Train(ctx)
	if err != nil {
		return nil, err
	}
	result, err := record.Measure(ctx, e, units, command)
	if err != nil {
		return nil, err
	}
	return result, record.Write(e, units, result)
}

// RunPart makes the calls of train.ranker that belong to a part of the experiment, and keeps their
// rankings for Run. Run itself makes the calls that depend on the best setting. folders hold rankings
// that may replace calls.
func RunPart(ctx context.Context, c *prepare.Preparation, part mine.Part, folders ...string) (done arms.PartDone, err error) {
	if c.Run.Config.Train.Ranker == "" {
		return done, errs.BadUsage("name one with --ranker; the trainings of the DRMM run side by side in one process",
			"parts are of the calls of a command")
	}
	e, err := arms.SetUp(ctx, c, folders...)
	if err != nil {
		return done, err
	}
	defer e.Division.Chain.Close()
	return e.TrainPart(ctx, part)
}
