package commands

import (
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"github.com/spf13/cobra"
)

// measureOptions holds the flags for measures, and for reading judgements and runs.
type measureOptions struct {
	level, maxDocs int
	measures       []string
	read           read.Options
}

func (m *measureOptions) addReadFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVarP(&m.level, "level", "l", 1, "smallest grade that is relevant")
	m.read = read.Defaults()
	f.StringVar(&m.read.QrelsFormat, "qrels-format", "",
		"form of the judgements (default: by its first lines): trec | 3col | beir | jsonl | nested | prels")
	f.StringVar(&m.read.RunFormat, "run-format", read.Auto,
		"form of a run: auto | trec | 3col | 2col | msmarco | top1000 | jsonl | nested")
	f.StringVar(&m.read.Encoding, "encoding", read.Mixed, encodings)
	f.BoolVar(&m.read.Strict, "strict", false, "make the first malformed line an error")
	f.StringArrayVarP(&m.measures, "measure", "m", nil, "a measure, by trec_eval's name or as nDCG@10; may be repeated")
}

// evalOptions holds the options of eval: trec_eval's flags, and the flags for a comparison of several runs.
type evalOptions struct {
	measureOptions
	complete, perQuery, everyPair bool
	common                        cli.Common
}

func newEval() *cobra.Command {
	var o evalOptions
	cmd := &cobra.Command{
		Use:         "eval QRELS RUN...",
		Annotations: cli.MainFlags("per-query complete level max-docs measure every-pair json output overwrite quiet"),
		Short:       "measure a run with the digits of trec_eval; test each later run against the first: paired t, Wilcoxon, Holm",
		Args:        cli.Files(2, "a file of judgements and a run or more"),
		Example: "  axiomine train eval -q -m nDCG@10 -m map qrels.txt run.txt\n" +
			"  axiomine train eval -m map -m nDCG@10 qrels.txt bm25.txt drmm.txt -o OUT",
		RunE: o.run,
	}
	f := cmd.Flags()
	f.BoolVarP(&o.complete, "complete", "c", false, "average over all judged queries; one without results scores 0")
	f.IntVarP(&o.maxDocs, "max-docs", "M", 0, "look at no more than so many documents of a query (0: all)")
	o.addReadFlags(cmd)
	f.BoolVarP(&o.perQuery, "per-query", "q", false, "print every query's value before the summary, of one run")
	f.BoolVar(&o.everyPair, "every-pair", false, "test every two runs, not only the later ones against the first")
	o.common.Form.Add(cmd)
	o.common.AddOutput(cmd)
	o.common.AddSpeech(cmd)
	return cmd
}

// parseMeasures returns the requested measures, or the measures with the default names if none is requested.
func (m *measureOptions) parseMeasures(defaults ...string) (list []eval.Measure, err error) {
	if m.level < 0 || m.maxDocs < 0 { // trec_eval reads outside its table for negative values
		return nil, errs.BadUsage("-l takes a grade of at least 0, -M a number of documents", "-l %d -M %d", m.level, m.maxDocs)
	}
	names := m.measures
	if len(names) == 0 {
		names = defaults
	}
	for _, name := range names {
		parsed, err := eval.ParseArg(name)
		if err != nil {
			return nil, err
		}
		list = append(list, parsed...)
	}
	return list, nil
}

// judge returns a judge that uses a file of judgements.
func (o *evalOptions) judge(qrels string, p *progress.Printer) *report.Judge {
	return &report.Judge{Qrels: qrels, Read: o.read,
		Options: eval.Options{Level: o.level, FromZero: o.level == 0, MaxDocs: o.maxDocs, Complete: o.complete},
		Warn:    func(line string) { p.Warn("%s", line) }}
}

func (o *evalOptions) run(cmd *cobra.Command, args []string) error {
	if len(args) > 2 {
		return o.compare(cmd, args[0], args[1:])
	}
	if o.everyPair || cli.Writes(cmd) {
		return errs.BadUsage("name a second run, or leave them out", "--every-pair and -o are of several runs, and there is one")
	}
	measures, err := o.parseMeasures()
	if err != nil {
		return err
	}
	if len(measures) == 0 {
		measures = eval.Default()
	}
	printer, err := o.common.Printer()
	if err != nil {
		return err
	}
	judge := o.judge(args[0], printer)
	r, err := judge.Evaluate(args[1])
	if err != nil {
		return err
	}
	if n := len(r.Missing); n > 0 && o.complete {
		printer.Say("note: %s of %s without a result in %s: counted as 0", terminal.Plural(n, "judged query", "judged queries"), args[0], args[1])
	}
	for _, line := range judge.Exclusions(r, args[1]) {
		printer.Say("note: %s", line)
	}
	printer.Finish()
	if o.common.IsText() {
		return eval.Format(cmd.OutOrStdout(), r, measures, o.perQuery)
	}
	return o.common.Show(cmd, table.Single(eval.Table(r, measures, o.perQuery)))
}

// compare prints the significance tests between several runs.
func (o *evalOptions) compare(cmd *cobra.Command, qrels string, runs []string) error {
	if o.perQuery {
		return errs.BadUsage("name one run; with -o, files of a comparison have the values of every query", "-q is of one run, and there are %d",
			len(runs))
	}
	measures, err := o.parseMeasures("map", "nDCG@10", "P@5", "RR")
	if err != nil {
		return err
	}
	if n := len(runs) * (len(runs) - 1) / 2; o.everyPair && n > safefile.RunPairs {
		return errs.BadUsage("compare fewer runs, or leave out --every-pair", "%s have %s, more than %d",
			terminal.Plural(len(runs), "run", "runs"), terminal.Plural(n, "pair", "pairs"), safefile.RunPairs)
	}
	printer, err := o.common.Printer()
	if err != nil {
		return err
	}
	c, err := report.MeasureRuns(o.judge(qrels, printer), measures, runs, cli.Line(cmd))
	if err != nil {
		return err
	}
	if err := c.Compare(o.everyPair); err != nil {
		return err
	}
	if !cli.Writes(cmd) || o.common.DryRun() {
		printer.Finish()
		return o.common.Show(cmd, c.Results())
	}
	return o.common.FillOutput(cmd, nil, printer, func(out *result.Dir) (*cli.Outcome, error) {
		return &cli.Outcome{Results: c.Results(), Written: "a page, " + out.FinalPath("comparison.html") + ", and the record, comparison.json",
			Next: cli.ShellCommand("train", "report", out.FinalPath("."))}, c.Write(out)
	})
}
