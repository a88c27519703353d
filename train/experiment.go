package train

import (
	"context"

	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/record"
	"github.com/axiomine/axiomine/train/report"
)

// Run trains every arm under every seed and fold: each explores its grid on dev and takes its best setting, which alone is tested
// on the held-out queries. It leaves result.json, the reports, the runs and the models in the chain's directory.
func Run(ctx context.Context, c *prepare.Prepared, command string) (*report.Result, error) {
	e, err := arms.SetUp(ctx, c)
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
