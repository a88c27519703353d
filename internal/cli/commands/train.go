package commands

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/effect"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/ranker"
	"github.com/axiomine/axiomine/train/sweep"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// whole are the nouns of an experiment that may train on shards.
var whole = []string{"gen", "tokenize", "train"}

// newTrain returns the noun. Without a verb it runs the experiment of a configuration.
func newTrain() *cobra.Command {
	verb := &experiments{name: "train", nouns: whole, plan: train.Plan, rows: arms.CheckRows, run: runTrain, part: trainPart}
	cmd := cli.New(verb, &cobra.Command{
		Use:         "train",
		Annotations: cli.Matter("data config axioms ratio judged-queries seeds ranker output resume dry-run"),
		Short:       "train a DRMM, or a command of yours, with and without axiomatic pairs, and test the differences",
		Args:        cli.NoArgs(),
		Example: "  axiomine train -c wikiqa --data DIR -o OUT --judged-queries 10 --seeds 5\n" +
			"  axiomine train -c cranfield --data DIR -o OUT --axioms \"rs-bm25(margin=1.25)\" --ratio 4:1",
	})
	cmd.AddCommand(newTrainSweep(), newEmbed(), newWords(), newHistogram(), newRerank(), newEval(), newAccuracy(), newMix(), newReport())
	return cmd
}

func newTrainSweep() *cobra.Command {
	verb := &experiments{name: "sweep", nouns: whole, plan: sweep.Plan, rows: sweep.CheckRows, run: runSweep, part: sweepPart}
	return cli.New(verb, &cobra.Command{
		Use:         "sweep",
		Annotations: cli.Matter("data config axioms seeds choose threads output resume overwrite dry-run"),
		Short:       "explore a grid of settings on dev, choose, and test what was chosen",
		Args:        cli.NoArgs(),
		Example: "  axiomine train sweep -c sweep.yaml --data DIR -o OUT\n" +
			"  axiomine train sweep -c sweep.yaml --data DIR -o OUT --seeds 5 --resume",
	})
}

func runTrain(e *experiment) (record, error) {
	folders, err := ranker.FindRankings(e.parts.merge)
	if err != nil {
		return nil, err
	}
	chain, err := e.start()
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	return train.Run(e.cmd.Context(), chain, cli.Line(e.cmd), folders...)
}

func trainPart(e *experiment) (result arms.PartDone, err error) {
	part, err := mine.ParsePart(e.parts.part)
	if err != nil {
		return result, err
	}
	chain, err := e.start()
	if err != nil {
		return result, err
	}
	defer chain.Close()
	return train.RunPart(e.cmd.Context(), chain, part)
}

// start begins the experiment of the configuration.
func (e *experiment) start() (*prepare.Preparation, error) {
	chain, err := train.Start(e.loaded, e.out, e.printer, e.cmd.CommandPath())
	if err != nil {
		return nil, err
	}
	e.setSteps(train.Steps(chain))
	return chain, nil
}

func runSweep(e *experiment) (record, error) {
	folders, err := ranker.FindRankings(e.parts.merge)
	if err != nil {
		return nil, err
	}
	return sweep.Run(e.cmd.Context(), e.loaded, e.out, e.printer, cli.Line(e.cmd), e.alone, folders...)
}

func sweepPart(e *experiment) (result arms.PartDone, err error) {
	part, err := mine.ParsePart(e.parts.part)
	if err != nil {
		return result, err
	}
	return sweep.RunPart(e.cmd.Context(), e.loaded, e.out, e.printer, part)
}

// experiment is a run of a verb that trains by a configuration.
type experiment struct {
	cmd        *cobra.Command
	common     *cli.Common
	loaded     *configs.LoadedConfig
	out        *result.Dir
	printer    *progress.Printer
	parts      parting
	firstSteps []progress.Step // steps of the command before the experiment
	unmet      []account.Unmet // requested amounts that these steps do not reach
}

// setSteps sets the steps of the experiment.
func (e *experiment) setSteps(steps []progress.Step) {
	e.printer.Steps(append(e.firstSteps, steps...)...)
	e.printer.Reach(len(e.firstSteps))
}

// record is the result of an experiment.
type record interface {
	Summary() *table.Results
	ListUnmet() []account.Unmet
}

// experiments is a verb that trains by a configuration. plan returns lines on what run would do, and rows an error where run would have
// no row to train on. The result of run is printed, and written to files of the verb's name.
type experiments struct {
	name   string
	nouns  []string
	plan   func(context.Context, *configs.LoadedConfig) ([]string, error)
	rows   func(context.Context, *configs.LoadedConfig) error // nil: the verb trains with axioms
	run    func(*experiment) (record, error)
	part   func(*experiment) (arms.PartDone, error) // makes the calls of one part; nil: the verb has no parts
	parts  parting
	common cli.Common
}

// Flags declares the keys of the nouns, the output directory and the flags of progress.
func (v *experiments) Flags(cmd *cobra.Command) {
	if v.part != nil {
		v.parts.flags(cmd.Flags())
	}
	v.common.AddAll(cmd, v.nouns...)
	if v.common.Check = effect.In(stage.Sample, effect.Training); cmd.Name() == "sweep" {
		v.common.Check = effect.In(stage.Sample, effect.Training, effect.Settings)
	}
}

// Run runs the experiment, or a part of it.
func (v *experiments) Run(cmd *cobra.Command, _ []string) error {
	return v.common.Do(cmd, cli.Job{
		Plan: v.planText,
		Fill: func(l *configs.LoadedConfig, out *result.Dir, p *progress.Printer) (*cli.Outcome, error) {
			if err := v.parts.check(l); err != nil {
				return nil, err
			}
			e := &experiment{cmd: cmd, common: &v.common, loaded: l, out: out, printer: p, parts: v.parts}
			if v.parts.part != "" {
				return e.doPart(v.part)
			}
			return e.do(v.name, v.run)
		},
	})
}

// planText returns what the experiment would read, then what it would do. What is missing is named first, and all of it.
func (v *experiments) planText(ctx context.Context, l *configs.LoadedConfig, p *progress.Printer) (string, error) {
	if err := v.parts.check(l); err != nil {
		return "", err
	}
	if _, err := ranker.FindRankings(v.parts.merge); err != nil {
		return "", err
	}
	text, err := gen.Plan(ctx, l, p)
	if err != nil {
		return "", err
	}
	lines, err := v.plan(ctx, l)
	if err != nil {
		return "", err
	}
	for _, line := range lines {
		text += v.name + "  " + line + "\n"
	}
	if v.rows != nil {
		err = v.rows(ctx, l)
	}
	return text, err
}

// records are the files of an experiment's result, by the verb's name: the page and the record.
var records = map[string][2]string{
	"train": {"report.html", "result.json"},
	"sweep": {"sweep.html", "sweep.json"},
}

// do runs the experiment. name is the key of its files in records.
func (e *experiment) do(name string, run func(*experiment) (record, error)) (*cli.Outcome, error) {
	r, err := run(e)
	if err != nil {
		return nil, err
	}
	files := records[name]
	unmet := append(e.unmet, r.ListUnmet()...)
	return &cli.Outcome{Found: r.Summary(), Short: account.CheckReached(e.loaded, unmet, "the experiment is done"),
		Made: "a report, " + e.out.FinalPath(files[0]) + ", and the record, " + files[1],
		Next: cli.ShellCommand("train", "report", "--all", e.out.FinalPath("."))}, nil
}

// alone returns the command of a single experiment, of a configuration that differs from a preset or
// from the configured file.
func (e *experiment) alone(c *configs.Config, preset string) (string, error) {
	return cli.LineFor(e.cmd.Parent().CommandPath(), cmp.Or(preset, e.common.ConfigName()), c, cli.WholePaths,
		"gen", "tokenize", "train")
}

// parting names the part of the calls of train.ranker to make, or the folders of finished parts.
type parting struct {
	part  string
	merge []string
}

func (p *parting) flags(f *pflag.FlagSet) {
	f.StringVar(&p.part, "part", "", "make only part i of n of the calls of --ranker, as 2/7")
	f.StringSliceVar(&p.merge, "merge", nil, "take over what --part left: its folders, or a pattern")
}

// check returns an error for parts of an experiment without a command.
func (p *parting) check(l *configs.LoadedConfig) error {
	if p.part == "" && len(p.merge) == 0 {
		return nil
	}
	if l.Train.Ranker == "" && !l.Sweep.Varies("train.ranker") {
		return errs.BadUsage("name one with --ranker; the trainings of the DRMM run side by side in one process",
			"--part and --merge are of the calls of a command, and none is named")
	}
	return nil
}

// doPart makes the calls of a part.
func (e *experiment) doPart(part func(*experiment) (arms.PartDone, error)) (*cli.Outcome, error) {
	result, err := part(e)
	if err != nil {
		return nil, err
	}
	return &cli.Outcome{
		Short: account.CheckReached(e.loaded, result.Unmet, "the rankings are made"),
		Made:  fmt.Sprintf("%s of %d in %s", terminal.Plural(result.Calls, "ranking", "rankings"), result.All, e.out.FinalPath(".")),
		Next:  cli.Again(e.cmd, strings.Fields(e.cmd.CommandPath())[1:], "--merge="+e.out.FinalPath("."))}, nil
}
