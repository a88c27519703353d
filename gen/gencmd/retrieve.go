package gencmd

import (
	"context"
	"fmt"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen"
	"github.com/spf13/cobra"
)

// retrieval is the verb retrieve. With --tune it first chooses the model's parameters on the development queries.
func retrieval(evaluate gen.Evaluate) *cobra.Command {
	var measure, part string
	var grid once
	cmd := stage("retrieve", "find the candidates of every query: a run per split", `  axiomine gen retrieve --data DIR -o OUT --hits 1000
  axiomine gen retrieve --data DIR -o OUT --retrieval ql --tune map --grid mu=100:2000:100`,
		[]string{"gen", "tokenize"}, gen.Plan, func(ctx context.Context, c *gen.Chain) error {
			if part != "" {
				if measure != "" {
					return fault.BadUsage("tune without --part, then give the parameters", "--tune is not divided into parts")
				}
				p, err := gen.ParsePart(part)
				if err != nil {
					return err
				}
				return inOrder(ctx, c.ReadTopics, c.BuildIndex, func(ctx context.Context) error { return c.RetrievePart(ctx, p) })
			}
			if measure == "" {
				if grid.text != "" {
					return fault.BadUsage("add --tune map", "--grid without --tune")
				}
				return inOrder(ctx, c.ReadTopics, c.BuildIndex, c.Retrieve)
			}
			check := func(context.Context) error { return c.CheckTuning(measure, grid.text, evaluate) }
			if err := inOrder(ctx, c.ReadTopics, check, c.BuildIndex); err != nil {
				return err
			}
			tuning, err := c.Tune(ctx, measure, grid.text, evaluate)
			if err != nil {
				return err
			}
			for _, line := range tuning.Lines() {
				c.Progress.Say("%s", line)
			}
			return c.Retrieve(ctx)
		})
	cmd.Flags().StringVar(&measure, "tune", "", "choose the model's parameters by this measure on the dev queries: tune.tsv, tune.json")
	cmd.Flags().Var(&grid, "grid", `parameters to try: "k1=0.2:3:0.2 b=0.4,0.75" (default: a grid for the model)`)
	cmd.Flags().StringVar(&part, "part", "", "retrieve only for part i of n of the queries, as 2/7; the runs of all parts, in one file, are the whole")
	return cmd
}

// once is a flag's text that may be given one time: a second one would replace the first, which looks like two grids.
type once struct {
	text  string
	given bool
}

func (o *once) String() string { return o.text }
func (o *once) Type() string   { return "string" }
func (o *once) Set(text string) error {
	if o.given {
		return fmt.Errorf("given twice: name all parameters in one, %q", o.text+" "+text)
	}
	o.text, o.given = text, true
	return nil
}
