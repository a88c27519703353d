package commands

import (
	"context"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/mix"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

type mixOptions struct {
	measureOptions
	cli.Form
	weight, method string
	qrels, data    string
	output         string
	overwrite      bool
}

func newMix() *cobra.Command {
	var o mixOptions
	cmd := &cobra.Command{
		Use:         "mix RUN RUN...",
		Annotations: cli.MainFlags("weight method qrels data measure output overwrite json"),
		Short:       "add runs by weights that are given or chosen by judgements, and measure whether that helped",
		Args:        cli.Files(2, "two runs or more of the same queries"),
		Example: "  axiomine train mix bm25.txt cosine.parquet --data DIR -o mixed.txt\n" +
			"  axiomine train mix bm25.txt splade.txt cosine.txt --method rrf --qrels dev.txt -o mixed.txt",
		Long: `Runs are read in every form that train eval reads. With two, the weight is that of the second one: name BM25's first.
The values that are added are z-scores over a run's documents of a query, or ranks (--method). A document that a run
lacks has that run's least value.

BM25 mixed so with the cosine of MiniLM, untrained, had MAP .326, .356, .629 and .694 on Cranfield, CACM, WikiQA and
SciFact, with a weight chosen on dev; BM25 alone had .287, .339, .478 and .640. Nothing that we trained on pairs of
axioms was significantly better.

--weight dev, the default where --qrels or --data judge queries, chooses the weights that are best by the first
measure. --data chooses on dev (else train) and measures on test. With one set of judgements each query is measured
with weights chosen on the other four fifths. Where nothing is judged, the second of two runs has weight .65, and more
runs have equal weights.`,
		RunE: o.run,
	}
	o.addReadFlags(cmd)
	o.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&o.weight, "weight", "", "dev, or the second run's weight, as .65, or one for each run, as .2,.3,.5 (default: dev "+
		"where queries are judged)")
	f.StringVar(&o.method, "method", string(mix.ZScore), "what is added: "+strings.Join(mix.Methods, " | "))
	f.StringVar(&o.qrels, "qrels", "", "judgements: FILE, or dev=FILE,test=FILE")
	f.StringVar(&o.data, "data", "", "a collection whose judgements choose (dev, else train) and measure (test)")
	f.StringVarP(&o.output, "output", "o", "", "the run to write; - for standard output, and the answer on stderr")
	f.BoolVar(&o.overwrite, "overwrite", false, "replace the output where it exists")
	return cmd
}

func (o *mixOptions) run(cmd *cobra.Command, args []string) error {
	measures, err := o.parseMeasures("map", "nDCG@10")
	if err != nil {
		return err
	}
	if !slices.Contains(mix.Methods, o.method) {
		return errs.BadUsage(errs.Suggestion(o.method, mix.Methods...)+"the methods are "+strings.Join(mix.Methods, ", "),
			"unknown method %q", o.method)
	}
	if err := o.checkMeaning(cmd); err != nil {
		return err
	}
	if err := o.checkOutput(); err != nil {
		return err
	}
	q := &mix.Question{Names: args, Method: mix.Method(o.method), Weight: o.weight, Measures: measures,
		Options: eval.Options{Level: o.level, FromZero: o.level == 0}}
	var rep read.Report
	for _, path := range args {
		run, err := read.Run(path, "", o.read, &rep)
		if err != nil {
			return err
		}
		q.Runs = append(q.Runs, run)
	}
	if err := o.readJudgements(cmd.Context(), q, &rep); err != nil {
		return err
	}
	for _, reason := range rep.Reasons {
		cli.Tell(cmd, "warning: "+reason.Line())
	}
	answer, err := q.Mix()
	if err != nil {
		return err
	}
	return o.write(cmd, answer, measures)
}

// checkMeaning returns an error for flags about judgements if no judgements are given.
func (o *mixOptions) checkMeaning(cmd *cobra.Command) error {
	for _, name := range []string{"measure", "level", "qrels-format"} {
		switch {
		case !cmd.Flags().Changed(name):
		case o.qrels == "" && o.data == "":
			return errs.BadUsage("give judgements with --qrels or --data, or leave it out", "--%s has no effect here: nothing is judged", name)
		case o.qrels == "" && name == "qrels-format":
			return errs.BadUsage("leave it out, or name the file with --qrels", "--%s has no effect here: --data finds the judgements", name)
		}
	}
	return nil
}

// checkOutput returns an error if the output file exists.
func (o *mixOptions) checkOutput() error {
	if o.output == "" || o.output == "-" {
		return nil
	}
	info, err := os.Stat(o.output)
	switch {
	case err == nil && info.IsDir():
		return errs.BadUsage("name a file with -o", "%s is a folder", o.output)
	case err == nil && !o.overwrite:
		return errs.BadUsage("name another one, or give --overwrite", "%s exists", o.output)
	}
	return nil
}

// write writes the run, and prints the results.
func (o *mixOptions) write(cmd *cobra.Command, answer *mix.Answer, measures []eval.Measure) error {
	run := func(w io.Writer) error { return corpus.WriteRun(w, slices.Values(answer.Mixed), "axiomine-mix") }
	results := answer.Results(measures, strings.TrimPrefix(o.output, "-"))
	switch o.output {
	case "":
		return o.Show(cmd, results)
	case "-":
		if !o.IsText() {
			return errs.BadUsage("name a file with -o", "the run and --%s cannot both go to standard output", o.FormName())
		}
		if err := run(cmd.OutOrStdout()); err != nil {
			return err
		}
		return results.Text(cmd.ErrOrStderr(), cli.Width())
	}
	if err := cli.WriteFile(o.output, o.overwrite, run); err != nil {
		return err
	}
	return o.Show(cmd, results)
}

// readJudgements reads the judgements for choosing weights and the judgements for measuring into q.
func (o *mixOptions) readJudgements(ctx context.Context, q *mix.Question, rep *read.Report) error {
	bySplit := map[string][]corpus.Qrel{}
	switch {
	case o.qrels != "" && o.data != "":
		return errs.BadUsage("give one of them", "--qrels and --data both name judgements")
	case o.data != "":
		config, err := configs.Load("", pflag.NewFlagSet("", pflag.ContinueOnError))
		if err != nil {
			return err
		}
		g := config.Gen
		g.Data, g.Encoding, g.Strict = o.data, o.read.Encoding, o.read.Strict
		c, err := collection.FindCollection(&g)
		if err != nil {
			return err
		}
		topics, err := c.ReadTopics(ctx, rep)
		if err != nil {
			return err
		}
		for _, t := range topics {
			bySplit[t.Split] = t.Qrels
		}
	case o.qrels != "":
		files, err := collection.ParseBySplit("--qrels", o.qrels)
		if err != nil {
			return err
		}
		for split, file := range files {
			qrels, err := read.Qrels(file, read.Auto, o.read, rep)
			if err != nil {
				return err
			}
			bySplit[split] = qrels
		}
	default:
		return nil
	}
	return o.divide(q, bySplit)
}

// divide sets the judgements of q for choosing and for measuring. It uses the splits that judge queries of the runs. It returns an error
// for named judgements that would not be used.
func (o *mixOptions) divide(q *mix.Question, bySplit map[string][]corpus.Qrel) error {
	source := o.data + o.qrels
	hasRun := map[string]bool{}
	for _, run := range q.Runs {
		for _, row := range run {
			hasRun[row.QueryID] = true
		}
	}
	var splits []string
	for split, qrels := range bySplit {
		if slices.ContainsFunc(qrels, func(j corpus.Qrel) bool { return hasRun[j.QueryID] }) {
			splits = append(splits, split)
		}
	}
	slices.SortFunc(splits, configs.CompareSplits)
	chooser, err := choosingSplit(splits)
	if err != nil {
		return err
	}
	for _, split := range slices.Sorted(maps.Keys(bySplit)) {
		switch {
		case o.qrels == "" || len(splits) == 0:
		case !slices.Contains(splits, split):
			return errs.BadUsage("leave it out of --qrels", "no query of the runs is judged in %s", split)
		case slices.Contains(splits, configs.TestSplit) && split != chooser && split != configs.TestSplit:
			return errs.BadUsage("leave it out of --qrels", "the judgements of %s are not used: those of %s choose", split, chooser)
		case split != configs.TestSplit && len(splits) > 1 && o.weight != "" && o.weight != "dev":
			return errs.BadUsage("leave it out of --qrels", "the judgements of %s choose nothing beside --weight %s", split, o.weight)
		}
	}
	switch {
	case len(splits) == 0:
		return errs.BadInput(source, 0, "are they of one collection?", "no query of the runs is judged")
	case len(splits) == 1:
		q.Measure = bySplit[chooser]
	case !slices.Contains(splits, configs.TestSplit):
		return errs.BadUsage("give one of them with --qrels",
			"the judgements of %s have splits %s and no test", source, strings.Join(splits, ", "))
	default:
		q.Measure, q.Choose = bySplit[configs.TestSplit], bySplit[chooser]
	}
	if chooser != read.AllSplits {
		q.Chooser = chooser
	}
	return nil
}

// choosingSplit returns the split that chooses the weights: dev, or the first one that is not test, or test if there is no other. It
// returns an error if several splits beside test could choose, and none of them is dev or train.
func choosingSplit(splits []string) (string, error) {
	others := slices.DeleteFunc(slices.Clone(splits), func(split string) bool { return split == configs.TestSplit })
	switch {
	case slices.Contains(others, configs.DevSplit):
		return configs.DevSplit, nil
	case len(others) > 1 && len(others) < len(splits) && others[0] != "train":
		return "", errs.BadUsage("name one of them dev with --qrels", "any of the splits %s could choose", strings.Join(others, ", "))
	}
	return slices.Concat(others, splits, []string{""})[0], nil
}
