package traincmd

import (
	"cmp"
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/configs/results"
	"github.com/axiomine/axiomine/gen"
	"github.com/spf13/cobra"
)

// experiment is a run of a verb that trains by a configuration.
type experiment struct {
	cmd     *cobra.Command
	common  *command.Common
	loaded  *configs.Loaded
	out     *outdir.Dir
	printer *progress.Printer
	before  []progress.Step // what the command did before the experiment
}

// steps says which steps the experiment has.
func (e *experiment) steps(own []progress.Step) {
	e.printer.Steps(append(e.before, own...)...)
	e.printer.Reach(len(e.before))
}

// record is what an experiment found.
type record interface{ Summary() *results.Results }

// experiments is the verb that trains by a configuration: plan says in lines what run would do; what run found is shown, and lies in
// files of the name.
func experiments(name string, plan func(context.Context, *configs.Loaded) ([]string, error),
	run func(*experiment) (record, error)) command.Verb {
	return &command.Filling{Nouns: []string{"gen", "train"}, Job: func(cmd *cobra.Command, common *command.Common) command.Job {
		return command.Job{
			Plan: func(ctx context.Context, l *configs.Loaded, p *progress.Printer) (string, error) {
				return planned(ctx, cmd.Name(), plan, l, p)
			},
			Fill: func(l *configs.Loaded, out *outdir.Dir, p *progress.Printer) (*command.Outcome, error) {
				return (&experiment{cmd: cmd, common: common, loaded: l, out: out, printer: p}).do(name, run)
			},
		}
	}}
}

// planned says what the experiment would read, then what it would do.
func planned(ctx context.Context, verb string, plan func(context.Context, *configs.Loaded) ([]string, error), l *configs.Loaded,
	p *progress.Printer) (string, error) {
	lines, err := plan(ctx, l)
	if err != nil {
		return "", err
	}
	text, err := gen.Plan(ctx, l, p)
	for _, line := range lines {
		text += verb + "  " + line + "\n"
	}
	return text, err
}

// records are the files of what an experiment of a name found: the page, and the record.
var records = map[string][2]string{
	"train":    {"report.html", "result.json"},
	"sweep":    {"sweep.html", "sweep.json"},
	"affinity": {"affinity.html", "affinity.json"},
}

// do runs the experiment, whose files have the name's.
func (e *experiment) do(name string, run func(*experiment) (record, error)) (*command.Outcome, error) {
	r, err := run(e)
	if err != nil {
		return nil, err
	}
	files := records[name]
	return &command.Outcome{Found: r.Summary(), Made: "a report, " + e.out.Path(files[0]) + ", and the record, " + files[1],
		Next: command.Typed("train", "report", e.out.Path(files[1]))}, nil
}

// alone is the command of a single experiment of a configuration that differs from a preset, or from the one given.
func (e *experiment) alone(c *configs.Config, preset string) (string, error) {
	return command.LineFor(e.cmd.Parent().CommandPath(), cmp.Or(preset, e.common.ConfigName()), c, command.WholePaths,
		"gen", "train")
}
