package traincmd

import (
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/compare"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

type compareOptions struct {
	measuring
	common cli.Common
	every  bool
}

func newCompare() *cobra.Command {
	return cli.New(&compareOptions{}, &cobra.Command{
		Use:         "compare QRELS RUN-A RUN-B...",
		Annotations: cli.Matter("complete level max-docs measure every-pair json output overwrite quiet"),
		Short:       "test each later run against run A: paired t, Wilcoxon, Holm over all tests",
		Args:        cli.Files(3, -1, "a file of judgements and two runs or more"),
		Example: "  axiomine train compare qrels.txt bm25.txt drmm.txt\n" +
			"  axiomine train compare -m MAP -m nDCG@10 q.txt judged.txt 1to1.txt 4to1.txt",
	})
}

func (o *compareOptions) Flags(cmd *cobra.Command) {
	o.flags(cmd)
	cmd.Flags().BoolVar(&o.every, "every-pair", false, "test every two runs, not only the later ones against the first")
	o.common.Form.Add(cmd)
	o.common.AddOutput(cmd)
	o.common.AddSpeech(cmd)
}

func (o *compareOptions) Run(cmd *cobra.Command, args []string) error {
	measures, err := o.measuresOr("map", "nDCG@10", "P@5", "RR")
	if err != nil {
		return err
	}
	judge, runs := o.judge(cmd, args[0]), args[1:]
	if n := len(runs) * (len(runs) - 1) / 2; o.every && n > safefile.RunPairs {
		return errs.BadUsage("compare fewer runs, or leave out --every-pair", "%s have %s, more than %d",
			terminal.Plural(len(runs), "run", "runs"), terminal.Plural(n, "pair", "pairs"), safefile.RunPairs)
	}
	if len(runs) == 2 && !o.every && !cli.Writes(cmd) {
		list, err := compare.Two(judge, measures, runs[0], runs[1])
		if err != nil {
			return err
		}
		return o.common.Show(cmd, compare.Results(list, runs[0], runs[1]))
	}
	c, err := compare.Runs(judge, measures, runs, cli.Line(cmd))
	if err != nil {
		return err
	}
	if err := c.Compare(o.every); err != nil {
		return err
	}
	if !cli.Writes(cmd) || o.common.DryRun() {
		return o.common.Show(cmd, c.Results())
	}
	printer, err := o.common.Printer()
	if err != nil {
		return err
	}
	return o.common.FillOutput(cmd, nil, printer, func(out *result.Dir) (*cli.Outcome, error) {
		return &cli.Outcome{Found: c.Results(), Made: "a page, " + out.FinalPath("comparison.html") + ", and the record, comparison.json",
			Next: cli.ShellCommand("train", "report", out.FinalPath("comparison.json"))}, compare.Leave(c, out)
	})
}
