package train

import (
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/result"
)

// RunConfig runs the experiment of a configuration in a folder, as the command `axiomine train` does, and returns its result. The folder
// is made; it is an error if it holds anything. Errors of the input are *errs.Error with file and line. An error or an ended ctx leaves
// finished trainings in the folder.
func RunConfig(ctx context.Context, c *configs.Config, folder string) (*report.Result, error) {
	out, err := result.Claim(folder, result.Fresh)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	const command = "axiomine train"
	chain, err := gen.Start(c, out, nil, command)
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	measured, err := Run(ctx, chain, command)
	if err != nil {
		return nil, err
	}
	return measured, out.Settle()
}
