package commands

import (
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/partition"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/spf13/cobra"
)

// mining holds the options of the verb mine.
type mining struct {
	diagnostic bool
	part       string
}

func newMine() *cobra.Command {
	var o mining
	job := stageJob(pairKeys(), stage.Mining, gen.Plan, o.run)
	job.Check = o.check
	cmd := cli.Filling(&cobra.Command{
		Use:         "mine",
		Annotations: cli.MainFlags("diagnostic part data config axioms delta-star hits output resume overwrite"),
		Short:       "count what each axiom finds: account.json",
		Args:        cli.NoArgs(),
		Example: `  axiomine gen mine -c wikiqa-counts --data DIR -o OUT
  axiomine gen mine --data DIR --axioms "tfc1, lnc2" --diagnostic -o OUT`,
	}, job)
	f := cmd.Flags()
	f.BoolVar(&o.diagnostic, "diagnostic", false, "leave diagnostic/ too: the texts and runs that a model outside has to "+
		"score for axioms diagnose, with the documents that lnc2 makes")
	f.StringVar(&o.part, "part", "", "mine and draw only part i of n of the queries, as 2/7, and leave a share for axiomine "+
		"gen sample --merge")
	return cmd
}

// check returns an error for keys without an effect, and for an arm of an experiment. With --part the verb draws pairs, and without --part
// it counts preferences.
func (o *mining) check(l *configs.LoadedConfig) error {
	switch {
	case l.Gen.ViolatedBy == quota.JudgedArm:
		return prepare.ErrJudgedArm("violated_by")
	case o.part != "":
		return checkEffect(stage.Sample)(l)
	case o.diagnostic:
		return checkEffect(stage.Mining, stage.Diagnostic)(l)
	}
	return checkEffect(stage.Mining)(l)
}

func (o *mining) run(r *cli.Run, p *prepare.Preparation) (*cli.Outcome, error) {
	ctx := r.Cmd.Context()
	if o.part != "" {
		return o.runPart(ctx, p)
	}
	mixture, err := quota.ParseMixture(&p.Run.Config.Gen)
	if err != nil {
		return nil, err
	}
	p, err = p.WithAxioms(p.Axioms.WithTasks(mixture)).All(ctx)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	counts, err := dataset.Mine(ctx, p)
	if err != nil {
		return nil, err
	}
	results := new(table.Results).Say("%s", account.CountsText(counts)).Say("%s", account.CountsSure(counts)).Table(
		account.CountTable(p.Axioms.All, counts))
	for _, line := range account.CompareCounts(counts, p.Run.Published) {
		results.Say("%s", line)
	}
	next := again(r.Cmd, p, "")
	if quota.CheckGrades(p.Axioms.All...) != nil {
		next = cli.ShellCommand("axioms", "explain", p.Run.Config.Gen.Axioms)
	}
	if o.diagnostic {
		err = dataset.Diagnostic(ctx, p)
	}
	return &cli.Outcome{Results: results, Next: next,
		Written: "a page, " + p.Run.Out.FinalPath(dataset.CountsPage) + ", and its numbers, account.json"}, err
}

// runPart mines a part of the queries. Only gen sample --merge checks whether there are enough pairs.
func (o *mining) runPart(ctx context.Context, p *prepare.Preparation) (*cli.Outcome, error) {
	if o.diagnostic {
		return nil, errs.BadUsage("write it without --part", "--diagnostic is not divided into parts")
	}
	part, err := mine.ParsePart(o.part)
	if err != nil {
		return nil, err
	}
	p, err = p.AllForTraining(ctx, dataset.CheckDrawing)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	folder := p.Run.Out.FinalPath(".")
	return &cli.Outcome{Written: "the share of part " + part.String() + " in " + folder, Next: cli.ShellCommand("gen", "check", folder)},
		partition.Mine(ctx, p, part)
}
