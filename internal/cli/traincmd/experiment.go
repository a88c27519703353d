package traincmd

import (
	"cmp"
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/effect"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/ranker"
	"github.com/spf13/cobra"
)

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
