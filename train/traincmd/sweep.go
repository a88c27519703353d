package traincmd

import (
	"io"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/train/sweep"
	"github.com/spf13/cobra"
)

// sweepOver runs a grid of settings.
func sweepOver() *cobra.Command {
	var common command.Common
	cmd := &cobra.Command{Use: "sweep", Short: "explore a grid of settings on dev, choose, and test what was chosen", Args: command.NoArgs(),
		Example: "  axiomine train sweep -c sweep.yaml --data DIR -o OUT\n  axiomine train sweep -c sweep.yaml --data DIR -o OUT --seeds 5 --resume",
		RunE: func(cmd *cobra.Command, _ []string) error {
			loaded, err := common.Load(cmd, "")
			if err != nil {
				return err
			}
			printer, err := common.Printer()
			if err != nil {
				return err
			}
			if common.DryRun() {
				text, err := sweep.Plan(loaded)
				if err != nil {
					return err
				}
				if _, err := io.WriteString(cmd.OutOrStdout(), text); err != nil {
					return err
				}
				return plan(cmd, &loaded.Config, printer)
			}
			alone := func(c *configs.Config, preset string) (string, error) {
				if preset == "" {
					preset = common.ConfigName()
				}
				return command.LineFor(cmd.Parent().CommandPath(), preset, c, "gen", "train")
			}
			return common.Into("", func(out *outdir.Dir) error {
				r, err := sweep.Run(cmd.Context(), loaded, out, printer, command.Line(cmd), alone)
				if err != nil {
					return err
				}
				if err := say(printer, r.Summary); err != nil {
					return err
				}
				printer.Say("report: %s", out.Path("sweep.html"))
				return nil
			})
		}}
	common.AddConfig(cmd, "gen", "train")
	common.AddOutput(cmd)
	common.AddSpeech(cmd)
	return cmd
}
