package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/spf13/cobra"
)

// Job is what a verb does by a configuration: it fills an output directory, or only says what it would do.
type Job struct {
	Preset string // taken when -c is not given; a file or a preset, empty for neither
	Plan   func(context.Context, *configs.LoadedConfig, *progress.Printer) (string, error)
	Fill   func(*configs.LoadedConfig, *result.Dir, *progress.Printer) (*Outcome, error)
}

// Do loads the configuration, does the job, and shows what it found; under --dry-run it prints the plan.
func (c *Common) Do(cmd *cobra.Command, job Job) error {
	l, printer, err := c.Begin(cmd, job.Preset)
	if err != nil {
		return err
	}
	parts, err := describeParts(cmd)
	if err != nil {
		return err
	}
	if c.dryRun {
		text, err := job.Plan(cmd.Context(), l, printer)
		if err != nil {
			return err
		}
		return c.ShowPlan(cmd, text+parts)
	}
	return c.FillOutput(cmd, l, printer, func(out *result.Dir) (*Outcome, error) { return job.Fill(l, out, printer) })
}

// describeParts validates the flags --part and --merge of a verb that has them. It returns what they do, as lines of a plan.
func describeParts(cmd *cobra.Command) (string, error) {
	part, folders := "", []string(nil)
	if cmd.Flags().Lookup("part") != nil {
		part = cmd.Flag("part").Value.String()
	}
	if cmd.Flags().Lookup("merge") != nil {
		var err error
		if folders, err = cmd.Flags().GetStringSlice("merge"); err != nil {
			return "", err
		}
	}
	switch {
	case part != "" && len(folders) > 0:
		return "", errs.BadUsage("give one of them", "--part and --merge contradict each other")
	case part != "":
		p, err := mine.ParsePart(part)
		return fmt.Sprintf("part   only %s of this\n", p), err
	case len(folders) == 0:
		return "", nil
	}
	for _, pattern := range folders {
		if matches, err := filepath.Glob(pattern); err != nil || len(matches) == 0 {
			return "", errs.BadUsage("name the folders that --part wrote", "--merge: there is no %s", pattern)
		}
	}
	return fmt.Sprintf("merge  %s\n", strings.Join(folders, ", ")), nil
}

// Filling is the verb that does a job by a configuration: its options are the keys of some nouns and the output directory.
type Filling struct {
	Nouns  []string
	Check  func(*configs.LoadedConfig) error // as that of Common
	Job    func(cmd *cobra.Command, common *Common) Job
	common Common
}

// Flags declares the keys of the nouns, the output directory and how progress is told.
func (v *Filling) Flags(cmd *cobra.Command) {
	v.common.AddAll(cmd, v.Nouns...)
	v.common.Check = v.Check
}

// Run does the job.
func (v *Filling) Run(cmd *cobra.Command, _ []string) error {
	return v.common.Do(cmd, v.Job(cmd, &v.common))
}
