package commands

import (
	"strconv"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/partition"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/spf13/cobra"
)

// retrieval holds the flags of the verb retrieve. With --tune it first chooses the model's parameters on the development queries.
type retrieval struct{ measure, part string }

func newRetrieve() *cobra.Command {
	var o retrieval
	cmd := cli.Filling(&cobra.Command{
		Use:         "retrieve",
		Annotations: cli.MainFlags("tune part data config retrieval hits threads output resume overwrite"),
		Short:       "find the candidates of every query: a run per split",
		Args:        cli.NoArgs(),
		Example: `  axiomine gen retrieve --data DIR -o OUT --hits 1000
  axiomine gen retrieve --data DIR -o OUT --retrieval ql --tune map`,
	}, stageJob(cli.Exclude(keysUpTo(configs.Candidates), "gen.near_duplicates"), stage.Candidates, gen.Plan, o.run))
	f := cmd.Flags()
	f.StringVar(&o.measure, "tune", "", "choose the model's parameters by this measure on the dev queries: tune.json")
	f.StringVar(&o.part, "part", "", "retrieve only for part i of n of the queries, as 2/7; the runs of all parts, in one file, are the whole")
	return cmd
}

func (o *retrieval) run(r *cli.Run, p *prepare.Preparation) (*cli.Outcome, error) {
	ctx, part := r.Cmd.Context(), mine.Part{Number: 1, Parts: 1}
	if o.measure != "" {
		p.Run.Progress.Steps(prepare.Steps(&p.Run.Config.Gen, stage.Tuning, stage.Candidates)...)
	}
	var err error
	switch {
	case o.part != "" && o.measure != "":
		return nil, errs.BadUsage("tune without --part, then give the parameters", "--tune is not divided into parts")
	case o.part != "":
		part, err = mine.ParsePart(o.part)
	}
	if err == nil {
		p, err = p.ReadTopics(ctx)
	}
	if err == nil && o.measure != "" {
		err = prepare.CheckTuning(p, o.measure, eval.MeanOf)
	}
	if err != nil {
		return nil, err
	}
	if p, err = p.OpenIndex(ctx); err != nil {
		return nil, err
	}
	defer p.Close()
	if o.part != "" {
		return &cli.Outcome{Written: "the runs of part " + part.String() + " in " + p.Run.Out.FinalPath("."),
			Next: cli.ShellCommand("gen", "check", p.Run.Out.FinalPath("."))}, partition.Retrieve(ctx, p, part)
	}
	var bestFlags []string
	results := new(table.Results)
	if o.measure != "" {
		tuning, best, err := prepare.Tune(ctx, p, o.measure, eval.MeanOf)
		if err != nil {
			return nil, err
		}
		results, p, bestFlags = tuning.Results(), best, tuning.Flags()
	}
	if p.Splits, err = prepare.Retrieve(ctx, p); err != nil {
		return nil, err
	}
	return &cli.Outcome{Results: new(table.Results).Table(candidates(p)).And(results),
		Written: "the candidates, run.SPLIT.txt, in " + p.Run.Out.FinalPath("."), Next: again(r.Cmd, p, "mine", bestFlags...)}, nil
}

// candidates returns a table of the number of candidates of every split.
func candidates(p *prepare.Preparation) *table.Table {
	t := &table.Table{Name: "candidates", Columns: append(table.Left("split"),
		table.Right("queries", "candidates", "relevant", "relevant outside")...)}
	for _, s := range p.Splits {
		c := s.Census
		t.Add(s.Name, strconv.Itoa(c.Queries), strconv.Itoa(c.Candidates), strconv.Itoa(c.Relevant), strconv.Itoa(c.RelevantOutside))
	}
	return t
}
