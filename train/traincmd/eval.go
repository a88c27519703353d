package traincmd

import (
	"fmt"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/spf13/cobra"
)

// evalFlags are trec_eval's.
type evalFlags struct {
	perQuery bool
	complete bool
	level    int
	maxDocs  int
	measures []string
}

func (f *evalFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVarP(&f.complete, "complete", "c", false, "average over all judged queries; one without results scores 0")
	flags.IntVarP(&f.level, "level", "l", 1, "smallest grade that is relevant")
	flags.IntVarP(&f.maxDocs, "max-docs", "M", 0, "look at no more than so many documents of a query (0: all)")
	flags.StringArrayVarP(&f.measures, "measure", "m", nil, "a measure, by trec_eval's name or as nDCG@10; may be repeated")
}

func (f *evalFlags) parse(fallback []eval.Measure) ([]eval.Measure, error) {
	if f.level < 1 || f.maxDocs < 0 {
		return nil, fault.BadUsage("-l takes a grade of at least 1, -M a number of documents", "-l %d -M %d", f.level, f.maxDocs)
	}
	if len(f.measures) == 0 {
		return fallback, nil
	}
	var out []eval.Measure
	for _, name := range f.measures {
		list, err := eval.ParseArg(name)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// judge reads a run and judges it.
func (f *evalFlags) judge(cmd *cobra.Command, qrelsPath, runPath string) (*eval.Result, error) {
	o := corpus.Defaults()
	var rep corpus.Report
	qrels, err := corpus.Qrels(qrelsPath, corpus.TREC, o, &rep)
	if err != nil {
		return nil, err
	}
	run, err := corpus.Run(runPath, "", o, &rep)
	if err != nil {
		return nil, err
	}
	r := eval.Evaluate(qrels, run, eval.Options{Level: f.level, MaxDocs: f.maxDocs, Complete: f.complete})
	if rep.Skipped() > 0 {
		for _, line := range rep.Lines() {
			fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+line)
		}
	}
	if len(r.Queries()) == 0 {
		return nil, fault.BadInput(runPath, 0, "are they of one collection?", "no query of the run is judged in %s", qrelsPath)
	}
	return r, nil
}

// evaluate prints what trec_eval prints.
func evaluate() *cobra.Command {
	var f evalFlags
	cmd := &cobra.Command{Use: "eval QRELS RUN", Short: "measure a run: trec_eval's flags, lines and order", Args: command.Args(2, 2, "a file of judgements and a run"),
		Example: "  axiomine train eval qrels.txt run.txt\n  axiomine train eval -q -m nDCG@10 -m map qrels.txt run.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			measures, err := f.parse(eval.Default())
			if err != nil {
				return err
			}
			r, err := f.judge(cmd, args[0], args[1])
			if err != nil {
				return err
			}
			return eval.Format(cmd.OutOrStdout(), r, measures, f.perQuery)
		}}
	f.add(cmd)
	cmd.Flags().BoolVarP(&f.perQuery, "per-query", "q", false, "print every query's value before the summary")
	return cmd
}
