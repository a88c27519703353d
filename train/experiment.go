package train

import (
	"context"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/record"
	"github.com/axiomine/axiomine/train/report"
)

// Run trains every arm under every seed and fold: each explores its grid on dev and takes its best setting, which alone is tested
// on the held-out queries. It leaves result.json, the reports, the runs and the models in the chain's directory. merged are folders in
// which rankings of parts are looked for.
func Run(ctx context.Context, c *prepare.Prepared, command string, merged ...string) (*report.Result, error) {
	e, err := arms.SetUp(ctx, c, merged...)
	if err != nil {
		return nil, err
	}
	defer e.Division.Chain.Close()
	units, err := e.Train(ctx)
	if err != nil {
		return nil, err
	}
	result, err := record.Of(ctx, e, units, command)
	if err != nil {
		return nil, err
	}
	return result, record.Write(e, units, result)
}

// RunPart makes the calls of train.ranker that belong to a part of the experiment, and leaves their rankings for Run. It gives their
// number, and that of all parts. What the best setting decides is trained by Run. others are folders of rankings that may need no call.
func RunPart(ctx context.Context, c *prepare.Prepared, part mine.Part, others ...string) (done, all int, err error) {
	if c.Config.Train.Ranker == "" {
		return 0, 0, fault.BadUsage("name one with --ranker; the trainings of the DRMM run side by side in one process",
			"parts are of the calls of a command")
	}
	e, err := arms.SetUp(ctx, c, others...)
	if err != nil {
		return 0, 0, err
	}
	defer e.Division.Chain.Close()
	return e.TrainPart(ctx, part)
}
