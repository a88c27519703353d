// Package cli holds what all commands share: flags for configuration, output and verbosity, help, and checks of arguments.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/spf13/cobra"
)

// Common are the flags of commands that read a configuration or write an output directory.
type Common struct {
	Form
	config    string
	output    string
	progress  string
	logLevel  string
	quiet     bool
	resume    bool
	overwrite bool
	dryRun    bool

	// Check returns an error for a configuration that the command cannot use; nil: the command can use every configuration.
	Check func(*configs.LoadedConfig) error
}

// AddSpeech declares --progress, --log-level and --quiet. If the command uses -q for another flag, --quiet has no short form.
func (c *Common) AddSpeech(cmd *cobra.Command) {
	f := cmd.Flags()
	quiet := "q"
	if f.ShorthandLookup(quiet) != nil {
		quiet = ""
	}
	f.StringVar(&c.progress, "progress", "auto", "progress on stderr: auto | bar | plain | json | none")
	f.StringVar(&c.logLevel, "log-level", "info", "lines on stderr: error | warn | info")
	f.BoolVarP(&c.quiet, "quiet", quiet, false, "only the result, and errors")
	groupFlags(speechHeading, cmd, "progress", "log-level", "quiet")
}

// AddConfig declares -c and the flags of every key of the given nouns. A noun is a section, or the full name of a single key.
func (c *Common) AddConfig(cmd *cobra.Command, nouns ...string) {
	cmd.Flags().StringVarP(&c.config, configFlag, "c", "", "a YAML file, or a preset (axiomine configs list)")
	configs.AddFlags(cmd.Flags(), nouns...)
	groupFlags(configs.InputHeading, cmd, configFlag, configs.SetFlag)
}

// AddOutput declares -o, --resume, --overwrite and --dry-run.
func (c *Common) AddOutput(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&c.output, "output", "o", "", "output directory")
	f.BoolVar(&c.resume, "resume", false, "continue in a directory that an interrupted run left")
	f.BoolVar(&c.overwrite, "overwrite", false, "build a new result, then replace the old one")
	f.BoolVar(&c.dryRun, "dry-run", false, "say what would be done, write nothing")
	groupFlags(outputHeading, cmd, "output", "resume", "overwrite", "dry-run")
}

// AddAll declares the flags of AddConfig for the given nouns, of AddOutput, of Form.Add and of AddSpeech.
func (c *Common) AddAll(cmd *cobra.Command, nouns ...string) {
	c.AddConfig(cmd, nouns...)
	c.AddOutput(cmd)
	c.Form.Add(cmd)
	c.AddSpeech(cmd)
}

// outputNote is the name of the annotation that holds a command's default output directory.
const outputNote = "axiomine_output"

// WithOutput sets the default of -o for a command, and returns the command.
func WithOutput(cmd *cobra.Command, dir string) *cobra.Command {
	cmd.Annotations[outputNote] = dir
	return cmd
}

// Writes reports whether the command has an output directory, given or by default.
func Writes(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("output") || cmd.Annotations[outputNote] != ""
}

// CanResume reports whether a stopped command can be continued with --resume.
func CanResume(cmd *cobra.Command) bool { return cmd.Flags().Lookup("resume") != nil && Writes(cmd) }

// CheckFilling returns an error for flags about the output directory of a command without one. The root runs it before every command.
func CheckFilling(cmd *cobra.Command, _ []string) error {
	for _, flag := range []string{"resume", "overwrite"} {
		if cmd.Flags().Changed(flag) && !Writes(cmd) {
			return errs.BadUsage("name one with -o, or leave it out", "--%s has no effect here: no output directory is named", flag)
		}
	}
	return nil
}

// Overwrites reports whether --overwrite was given.
func (c *Common) Overwrites() bool { return c.overwrite }

// DryRun reports whether --dry-run was given: nothing is written.
func (c *Common) DryRun() bool { return c.dryRun }

// Load returns the effective configuration. fallback is the preset for a command without -c. Load also limits the whole process, including
// the garbage collector, to gen.threads cores.
func (c *Common) Load(cmd *cobra.Command, fallback string) (*configs.LoadedConfig, error) {
	l, err := configs.Load(cmp.Or(c.config, fallback), cmd.Flags())
	if l != nil && c.config == "" {
		l.Presume(fallback)
	}
	if err == nil && l.Gen.Threads > 0 {
		runtime.GOMAXPROCS(l.Gen.Threads)
	}
	if err == nil && c.Check != nil {
		err = c.Check(l)
	}
	return l, err
}

// Begin returns the effective configuration, as Load does, and the progress printer.
func (c *Common) Begin(cmd *cobra.Command, fallback string) (*configs.LoadedConfig, *progress.Printer, error) {
	l, err := c.Load(cmd, fallback)
	if err != nil {
		return nil, nil, err
	}
	p, err := c.Printer()
	return l, p, err
}

// Printer returns the progress printer on stderr.
func (c *Common) Printer() (*progress.Printer, error) {
	level, err := progress.ParseLevel(c.logLevel)
	if err != nil {
		return nil, err
	}
	if c.quiet {
		level = progress.Error
	}
	p, err := progress.NewPrinter(progress.Mode(c.progress), os.Stderr)
	if err != nil {
		return nil, err
	}
	p.LeaveOut(level)
	return p, nil
}

// FillOutput calls work to fill the output directory, then prints the outcome. It returns an error if an input is in the directory. If work
// fails before a stage is finished, or refuses its input, a new directory is removed; it stays for rankers, whose trainings take long.
func (c *Common) FillOutput(cmd *cobra.Command, l *configs.LoadedConfig, p *progress.Printer,
	work func(*result.Dir) (*Outcome, error)) error {
	path := cmp.Or(c.output, cmd.Annotations[outputNote])
	if err := c.refuseInputs(cmd, l, path); err != nil {
		return err
	}
	outcome, err := c.fill(p, path, work, l == nil || l.Train.Ranker == "")
	if err != nil {
		return err
	}
	p.Finish()
	return c.Form.Close(cmd, p, outcome)
}

// fill claims the output directory, calls work and completes the result. If undoes is true, a new directory is as it was after an error of
// usage or input.
func (c *Common) fill(p *progress.Printer, path string, work func(*result.Dir) (*Outcome, error), undoes bool) (o *Outcome, err error) {
	out, err := c.claim(path)
	if err != nil {
		return nil, err
	}
	if holder := out.State().TakenOver; holder != "" {
		p.Say("lock: taken over from %s, which was killed", holder)
	}
	if notes := out.State().Notes; notes != "" {
		p.Say("%s", notes)
	}
	defer func() {
		if closeErr := out.Close(); err == nil {
			err = closeErr
		}
	}()
	// Guard turns a fault on a damaged page of a mapped index into an error.
	if err = errs.Guard(func() (err error) { o, err = work(out); return err })(); err == nil {
		err = out.Settle()
	}
	if fault, ok := errors.AsType[*errs.Error](err); ok && undoes && (fault.Kind == errs.Usage || fault.Kind == errs.Input) {
		if errUndo := out.Undo(); errUndo != nil {
			err = errors.Join(err, errUndo)
		}
	}
	if err != nil {
		return nil, adviseSpace(err, out)
	}
	return o, nil
}

// claim returns the output directory, opened as --resume and --overwrite say.
func (c *Common) claim(path string) (*result.Dir, error) {
	switch {
	case path == "":
		return nil, errs.BadUsage("name it with -o", "no output directory is named")
	case path == "-":
		return nil, errs.BadUsage("name one with -o", "a directory is written, not standard output")
	case c.resume && c.overwrite:
		return nil, errs.BadUsage("give one of them: --resume also goes on with an --overwrite that was stopped",
			"--resume and --overwrite contradict each other")
	case c.resume:
		return result.Claim(path, result.Resume)
	case c.overwrite:
		return result.Claim(path, result.Overwrite)
	}
	return result.Claim(path, result.Fresh)
}

// Input opens a file for reading, and standard input for "-" and "". It also returns the input's name for messages.
func Input(cmd *cobra.Command, path string) (io.ReadCloser, string, error) {
	if path == "" || path == "-" {
		return io.NopCloser(cmd.InOrStdin()), "standard input", nil
	}
	f, err := safefile.Open(path)
	if err != nil {
		return nil, path, errs.CannotOpen(path, err)
	}
	return f, path, nil
}

// Job is the work of a command that fills an output directory or, under --dry-run, prints a plan.
type Job struct {
	Nouns  []string                          // the sections whose keys are flags of the command, or single keys
	Check  func(*configs.LoadedConfig) error // returns an error for a configuration that the command cannot use; may be nil
	Preset string                            // the file or preset that is used if -c is not given; "" for none
	// Plan returns the text that --dry-run prints. Fill does the work and returns its outcome.
	Plan       func(context.Context, *configs.LoadedConfig, *progress.Printer) (string, error)
	Fill       func(*Run) (*Outcome, error)
	HasDetails bool // whether the results have details, which only --all shows
}

// Run is a run of a command that fills an output directory.
type Run struct {
	Cmd     *cobra.Command
	Loaded  *configs.LoadedConfig
	Out     *result.Dir
	Printer *progress.Printer
}

// Filling makes cmd a command that does a job. It declares the flags of the job's nouns, of the output directory and of progress.
func Filling(cmd *cobra.Command, job Job) *cobra.Command {
	var c Common
	if c.AddAll(cmd, job.Nouns...); job.HasDetails {
		c.AddAllFlag(cmd)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return c.Do(cmd, job) }
	return cmd
}

// Do loads the configuration, does the job, and shows its outcome. Under --dry-run it only prints the plan.
func (c *Common) Do(cmd *cobra.Command, job Job) error {
	if job.Check != nil {
		c.Check = job.Check
	}
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
	return c.FillOutput(cmd, l, printer, func(out *result.Dir) (*Outcome, error) { return job.Fill(&Run{cmd, l, out, printer}) })
}

// describeParts validates the flags --part and --merge, if the verb has them, and returns their lines of the plan.
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

// Exclude returns the names that are not excluded.
func Exclude(names []string, excluded ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(excluded, name) })
}
