package traincmd

import (
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/train"
	"github.com/spf13/cobra"
)

// affinityOf finds out which axioms help which.
func affinityOf() *cobra.Command {
	var common command.Common
	cmd := &cobra.Command{Use: "affinity", Short: "which axioms help which: trained alone, by twos and in clusters, compared on dev",
		Args: command.NoArgs(),
		Example: "  axiomine train affinity -c wikiqa --data DIR --axioms \"tfc1, m-tdc, prox1, lb1\" -o OUT --dry-run\n" +
			"  axiomine train affinity -c wikiqa --data DIR --axioms \"tfc1, m-tdc, prox1, lb1\" --seeds 5 -o OUT --resume",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return common.Do(cmd, command.Job{Plan: planAffinity, Fill: func(l *configs.Loaded, out *outdir.Dir, printer *progress.Printer) error {
				chain, err := gen.Start(&l.Config, out, printer, cmd.CommandPath())
				if err != nil {
					return err
				}
				chain.Origins = l.Origins
				defer chain.Close()
				alone := func(c *configs.Config) (string, error) {
					return command.LineFor(cmd.Parent().CommandPath(), common.ConfigName(), c, "gen", "train")
				}
				r, err := train.Affinity(cmd.Context(), chain, command.Line(cmd), alone)
				if err != nil {
					return err
				}
				if err := say(printer, r.Summary); err != nil {
					return err
				}
				printer.Say("report: %s", out.Path("affinity.html"))
				return nil
			}})
		}}
	common.AddConfig(cmd, "gen", "train")
	common.AddOutput(cmd)
	common.AddSpeech(cmd)
	return cmd
}

// planAffinity says what it would read, and how many trainings there are.
func planAffinity(ctx context.Context, l *configs.Loaded, printer *progress.Printer) (string, error) {
	lines, err := train.AffinityPlan(ctx, l)
	if err != nil {
		return "", err
	}
	text, err := gen.Plan(ctx, l, printer)
	for _, line := range lines {
		text += "affinity  " + line + "\n"
	}
	return text, err
}
