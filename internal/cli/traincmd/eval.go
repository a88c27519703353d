package traincmd

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/compare"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/spf13/cobra"
)

// measuring holds trec_eval's flags.
type measuring struct {
	complete bool
	level    int
	maxDocs  int
	measures []string
	read     corpus.Options
}

func (m *measuring) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVarP(&m.complete, "complete", "c", false, "average over all judged queries; one without results scores 0")
	f.IntVarP(&m.maxDocs, "max-docs", "M", 0, "look at no more than so many documents of a query (0: all)")
	m.readingFlags(cmd)
}

// readingFlags declares the flags of measures and of how files are read.
func (m *measuring) readingFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVarP(&m.level, "level", "l", 1, "smallest grade that is relevant")
	m.read = corpus.Defaults()
	f.StringVar(&m.read.QrelsFormat, "qrels-format", "",
		"form of the judgements (default: by its first lines): trec | 3col | beir | jsonl | nested | prels")
	f.StringVar(&m.read.RunFormat, "run-format", corpus.Auto,
		"form of a run: auto | trec | 3col | 2col | msmarco | top1000 | jsonl | nested")
	f.StringVar(&m.read.Encoding, "encoding", "utf-8", "encoding of the files: utf-8 | latin-1 | windows-1252")
	f.BoolVar(&m.read.Strict, "strict", false, "make the first malformed line an error")
	f.IntVar(&m.read.MaxLine, "max-line", corpus.MaxLine, "bytes of the longest line that is held")
	f.StringArrayVarP(&m.measures, "measure", "m", nil, "a measure, by trec_eval's name or as nDCG@10; may be repeated")
}

// measuresOr returns the requested measures, or those of the usual names without any.
func (m *measuring) measuresOr(usual ...string) (list []eval.Measure, err error) {
	if m.level < 0 || m.maxDocs < 0 { // below 0 trec_eval reads outside of its table
		return nil, errs.BadUsage("-l takes a grade of at least 0, -M a number of documents", "-l %d -M %d", m.level, m.maxDocs)
	}
	if len(m.measures) > 0 {
		usual = m.measures
	}
	for _, name := range usual {
		some, err := eval.ParseArg(name)
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, nil
}

// judge returns a judge by a file of judgements, which warns on stderr.
func (m *measuring) judge(cmd *cobra.Command, qrels string) *compare.Judge {
	return &compare.Judge{Qrels: qrels, Read: m.read,
		Options: eval.Options{Level: m.level, FromZero: m.level == 0, MaxDocs: m.maxDocs, Complete: m.complete},
		Warn:    func(line string) { cli.Tell(cmd, "warning: "+line) }}
}

type evalOptions struct {
	measuring
	cli.Form
	perQuery bool
}

func newEval() *cobra.Command {
	return cli.New(&evalOptions{}, &cobra.Command{
		Use:     "eval QRELS RUN",
		Short:   "measure a run: trec_eval's flags, lines and order",
		Args:    cli.Files(2, 2, "a file of judgements and a run"),
		Example: "  axiomine train eval qrels.txt run.txt\n  axiomine train eval -q -m nDCG@10 -m map qrels.txt run.txt",
	})
}

func (o *evalOptions) Flags(cmd *cobra.Command) {
	o.flags(cmd)
	o.Add(cmd)
	cmd.Flags().BoolVarP(&o.perQuery, "per-query", "q", false, "print every query's value before the summary")
}

func (o *evalOptions) Run(cmd *cobra.Command, args []string) error {
	measures, err := o.measuresOr()
	if err != nil {
		return err
	}
	if len(measures) == 0 {
		measures = eval.Default()
	}
	r, err := o.judge(cmd, args[0]).Run(args[1])
	if err != nil {
		return err
	}
	for _, line := range listUncounted(r, args[0], args[1], o.complete) {
		cli.Tell(cmd, "note: "+line)
	}
	if o.Text() {
		return eval.Format(cmd.OutOrStdout(), r, measures, o.perQuery)
	}
	return o.Show(cmd, table.Single(eval.Table(r, measures, o.perQuery)))
}

// listUncounted returns a line for each kind of query that judgements or a run alone have, with what becomes of it.
func listUncounted(r *eval.Result, qrels, run string, complete bool) (lines []string) {
	if n := len(r.Missing); n > 0 {
		effect := "left out of the means, as in trec_eval (--complete: each is 0)"
		if complete {
			effect = "counted as 0"
		}
		queries := terminal.Plural(n, "judged query", "judged queries")
		lines = append(lines, fmt.Sprintf("%s of %s without a result in %s: %s", queries, qrels, run, effect))
	}
	if n := len(r.Unjudged); n > 0 {
		lines = append(lines, fmt.Sprintf("%s of %s without a judgement in %s: left out", terminal.Plural(n, "query", "queries"), run, qrels))
	}
	return lines
}
