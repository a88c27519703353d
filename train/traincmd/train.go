// Package traincmd is the noun train of the command line: experiments, runs, measures, tests and reports.
package traincmd

import (
	"context"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/train"
	"github.com/spf13/cobra"
)

// New gives the noun; without a verb it runs the experiment of a configuration.
func New() *cobra.Command {
	var common command.Common
	cmd := &cobra.Command{Use: "train", Short: "the experiment of a configuration: DRMM with and without axiomatic pairs, controls, tests", Args: command.NoArgs(),
		Example: "  axiomine train -c wikiqa --data DIR -o OUT --judged-queries 10 --seeds 5\n  axiomine train -c cranfield --data DIR -o OUT --axioms \"rs-bm25(margin=1.25)\" --ratio 4:1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return common.Do(cmd, command.Job{Plan: plan, Fill: func(l *configs.Loaded, out *outdir.Dir, printer *progress.Printer) error {
				return experiment(cmd, l, out, printer)
			}})
		}}
	common.AddConfig(cmd, "gen", "train")
	common.AddOutput(cmd)
	common.AddSpeech(cmd)
	cmd.AddCommand(sweepOver(), affinityOf(), embed(), rerank(), evaluate(), compare(), reportOf())
	return cmd
}

func experiment(cmd *cobra.Command, l *configs.Loaded, out *outdir.Dir, printer *progress.Printer) error {
	chain, err := gen.Start(&l.Config, out, printer, cmd.CommandPath())
	if err != nil {
		return err
	}
	chain.Published, chain.Original, chain.Origins = l.Published, l.Original, l.Origins
	defer chain.Close()
	result, err := train.Run(cmd.Context(), chain, command.Line(cmd))
	if err != nil {
		return err
	}
	if err := say(printer, result.Summary); err != nil {
		return err
	}
	printer.Say("report: %s", out.Path("report.html"))
	return nil
}

// Plan says how an experiment would divide, tune and choose: a line each.
func Plan(ctx context.Context, l *configs.Loaded) ([]string, error) { return train.Plan(ctx, l) }

// plan says what an experiment would read and do.
func plan(ctx context.Context, l *configs.Loaded, printer *progress.Printer) (string, error) {
	reads, err := gen.Plan(ctx, l, printer)
	if err != nil {
		return "", err
	}
	lines, err := train.Plan(ctx, l)
	for _, line := range lines {
		reads += "train  " + line + "\n"
	}
	return reads, err
}

// say speaks what write writes, line by line.
func say(printer *progress.Printer, write func(io.Writer) error) error {
	var text strings.Builder
	if err := write(&text); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		printer.Say("%s", strings.TrimSuffix(line, "\n"))
	}
	return nil
}
