package traincmd

import (
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/train/sweep"
	"github.com/spf13/cobra"
)

// sweepOver runs a grid of settings.
func sweepOver() *cobra.Command {
	var common command.Common
	cmd := &cobra.Command{Use: "sweep", Short: "explore a grid of settings on dev, choose, and test what was chosen", Args: command.NoArgs(),
		Example: "  axiomine train sweep -c sweep.yaml --data DIR -o OUT\n  axiomine train sweep -c sweep.yaml --data DIR -o OUT --seeds 5 --resume",
		RunE: func(cmd *cobra.Command, _ []string) error {
			alone := func(c *configs.Config, preset string) (string, error) {
				if preset == "" {
					preset = common.ConfigName()
				}
				return command.LineFor(cmd.Parent().CommandPath(), preset, c, "gen", "train")
			}
			return common.Do(cmd, command.Job{Plan: planSweep, Fill: func(l *configs.Loaded, out *outdir.Dir, printer *progress.Printer) error {
				r, err := sweep.Run(cmd.Context(), l, out, printer, command.Line(cmd), alone)
				if err != nil {
					return err
				}
				if err := say(printer, r.Summary); err != nil {
					return err
				}
				printer.Say("report: %s", out.Path("sweep.html"))
				return nil
			}})
		}}
	common.AddConfig(cmd, "gen", "train")
	common.AddOutput(cmd)
	common.AddSpeech(cmd)
	return cmd
}

// planSweep says which cells there are, and what they read.
func planSweep(ctx context.Context, l *configs.Loaded, printer *progress.Printer) (string, error) {
	cells, err := sweep.Plan(l)
	if err != nil {
		return "", err
	}
	reads, err := gen.Plan(ctx, l, printer)
	return cells + reads, err
}
