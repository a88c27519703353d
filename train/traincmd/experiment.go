package traincmd

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
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
}

// record is what an experiment found.
type record interface{ Summary(io.Writer) error }

// experiments is the verb that trains by a configuration: plan says in lines what run would do; what run found is said, and that it
// lies in page.
func experiments(page string, plan func(context.Context, *configs.Loaded) ([]string, error),
	run func(*experiment) (record, error)) command.Verb {
	return &command.Filling{Nouns: []string{"gen", "train"}, Job: func(cmd *cobra.Command, common *command.Common) command.Job {
		return command.Job{
			Plan: func(ctx context.Context, l *configs.Loaded, p *progress.Printer) (string, error) {
				return planned(ctx, cmd.Name(), plan, l, p)
			},
			Fill: func(l *configs.Loaded, out *outdir.Dir, p *progress.Printer) error {
				return (&experiment{cmd, common, l, out, p}).do(page, run)
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

// do runs the experiment and says what it found.
func (e *experiment) do(page string, run func(*experiment) (record, error)) error {
	r, err := run(e)
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := r.Summary(&text); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		e.printer.Say("%s", strings.TrimSuffix(line, "\n"))
	}
	e.printer.Say("report: %s", e.out.Path(page))
	return nil
}

// alone is the command of a single experiment of a configuration that differs from a preset, or from the one given.
func (e *experiment) alone(c *configs.Config, preset string) (string, error) {
	return command.LineFor(e.cmd.Parent().CommandPath(), cmp.Or(preset, e.common.ConfigName()), c, command.WholePaths,
		"gen", "train")
}
