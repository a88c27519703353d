package gencmd

import (
	"context"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen"
	"github.com/spf13/cobra"
)

// retrieval is the verb retrieve. With --tune it first chooses the model's parameters on the development queries.
func retrieval(evaluate gen.Evaluate) *cobra.Command {
	var measure, grid string
	cmd := stage("retrieve", "find the candidates of every query: a run per split", `  axiomine gen retrieve --data DIR -o OUT --hits 1000
  axiomine gen retrieve --data DIR -o OUT --retrieval ql --tune map --grid mu=100:2000:100`,
		[]string{"gen", "tokenize"}, func(ctx context.Context, c *gen.Chain) error {
			if measure == "" {
				if grid != "" {
					return fault.BadUsage("add --tune map", "--grid without --tune")
				}
				return inOrder(ctx, c.ReadTopics, c.BuildIndex, c.Retrieve)
			}
			check := func(context.Context) error { return c.CheckTuning(measure, grid, evaluate) }
			if err := inOrder(ctx, c.ReadTopics, check, c.BuildIndex); err != nil {
				return err
			}
			tuning, err := c.Tune(ctx, measure, grid, evaluate)
			if err != nil {
				return err
			}
			for _, line := range tuning.Lines() {
				c.Progress.Say("%s", line)
			}
			return c.Retrieve(ctx)
		})
	cmd.Flags().StringVar(&measure, "tune", "", "choose the model's parameters by this measure on the dev queries: tune.tsv, tune.json")
	cmd.Flags().StringVar(&grid, "grid", "", `parameters to try: "k1=0.2:3:0.2 b=0.4,0.75" (default: a grid for the model)`)
	return cmd
}
