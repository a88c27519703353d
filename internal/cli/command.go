// Package cli is the frame of all commands: flags for configuration, output and verbosity, help, refused arguments.
package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/shellwords"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Common are the flags of commands that read a configuration or write an output directory.
type Common struct {
	Form
	config    string
	output    string
	progress  string
	logLevel  string
	logFormat string
	quiet     bool
	verbose   bool
	resume    bool
	overwrite overwriting
	dryRun    bool

	// Check refuses a configuration that the command cannot follow; nil: it takes every one.
	Check func(*configs.LoadedConfig) error
}

// AddSpeech declares --progress, --log-level, --log-format, --quiet and --verbose. A command whose -q says something else has no short form
// of --quiet.
func (c *Common) AddSpeech(cmd *cobra.Command) {
	f := cmd.Flags()
	quiet := "q"
	if f.ShorthandLookup(quiet) != nil {
		quiet = ""
	}
	f.StringVar(&c.progress, "progress", "auto", "progress on stderr: auto | bar | plain | json | none")
	f.StringVar(&c.logLevel, "log-level", "info", "lines on stderr: error | warn | info | debug")
	f.StringVar(&c.logFormat, "log-format", "text", "text | json")
	f.BoolVarP(&c.quiet, "quiet", quiet, false, "only the result, and errors")
	f.BoolVarP(&c.verbose, "verbose", "v", false, "as --log-level debug")
	groupFlags(speechHeading, cmd, "progress", "log-level", "log-format", "quiet", "verbose")
}

// AddConfig declares -c and the flags of every key of the given nouns; a noun may be a single key.
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
	f.Var(&c.overwrite, "overwrite", "build a new result, then replace the old one; in-place removes the old one first: beside | in-place")
	f.Lookup("overwrite").NoOptDefVal = overwriteBeside
	f.BoolVar(&c.dryRun, "dry-run", false, "say what would be done, write nothing")
	groupFlags(outputHeading, cmd, "output", "resume", "overwrite", "dry-run")
}

// outputNote is the annotation of a command that holds the output directory where -o is not given.
const outputNote = "axiomine_output"

// WithOutput names the directory that a command fills where -o is not given, and returns the command.
func WithOutput(cmd *cobra.Command, dir string) *cobra.Command {
	cmd.Annotations[outputNote] = dir
	return cmd
}

// Writes reports whether there is an output directory.
func Writes(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("output") || cmd.Annotations[outputNote] != ""
}

// CanResume reports whether a command that is stopped goes on with --resume: it fills an output directory.
func CanResume(cmd *cobra.Command) bool { return cmd.Flags().Lookup("resume") != nil && Writes(cmd) }

// checkFilling refuses flags that say how an output directory is filled where none is named.
func checkFilling(cmd *cobra.Command) error {
	if Writes(cmd) {
		return nil
	}
	for _, flag := range []string{"resume", "overwrite"} {
		if cmd.Flags().Changed(flag) {
			return errs.BadUsage("name one with -o, or leave it out", "--%s has no effect here: no output directory is named", flag)
		}
	}
	return nil
}

// DryRun reports whether nothing is to be written.
func (c *Common) DryRun() bool { return c.dryRun }

// Load returns the effective configuration. fallback is the preset taken when -c is not given. From then on the process runs
// on no more cores than gen.threads says: readers, writers and the garbage collector count as well as the workers.
func (c *Common) Load(cmd *cobra.Command, fallback string) (*configs.LoadedConfig, error) {
	name := c.config
	if name == "" {
		name = fallback
	}
	l, err := configs.Load(name, cmd.Flags())
	if l != nil && c.config == "" {
		l.Presume(name)
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
	mode := progress.Mode(c.progress)
	switch c.logFormat {
	case "text":
	case "json":
		if mode == progress.Auto {
			mode = progress.JSON
		}
	default:
		return nil, errs.BadUsage(errs.Suggestion(c.logFormat, "text", "json")+"use text or json", "unknown log format %q", c.logFormat)
	}
	if c.verbose {
		level = progress.Debug
	}
	if c.quiet {
		level = progress.Error
	}
	p, err := progress.NewPrinter(mode, os.Stderr)
	if err != nil {
		return nil, err
	}
	p.Configure(level, c.logFormat == "json")
	return p, nil
}

// FillOutput lets work fill the output directory, then shows what it found. Nothing that the command reads may lie there. A directory
// made for work that failed before anything was finished goes again.
func (c *Common) FillOutput(cmd *cobra.Command, l *configs.LoadedConfig, p *progress.Printer,
	work func(*result.Dir) (*Outcome, error)) error {
	fallback := cmd.Annotations[outputNote]
	if err := c.refuseInputs(cmd, l, cmp.Or(c.output, fallback)); err != nil {
		return err
	}
	outcome, err := c.fill(p, fallback, work)
	if err != nil {
		return err
	}
	p.Finish()
	return c.Form.Close(cmd, p, outcome)
}

func (c *Common) fill(p *progress.Printer, fallback string, work func(*result.Dir) (*Outcome, error)) (o *Outcome, err error) {
	out, err := c.claim(fallback)
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
	if o, err = fill(out, work); err == nil {
		err = out.Settle()
	}
	if err != nil {
		return nil, roomFor(err, out)
	}
	return o, nil
}

// fill lets work fill the directory; a damaged page of an index that it meets is an error like others.
func fill(out *result.Dir, work func(*result.Dir) (*Outcome, error)) (o *Outcome, err error) {
	defer errs.Rescue(&err)
	return work(out)
}

func (c *Common) claim(fallback string) (*result.Dir, error) {
	path := cmp.Or(c.output, fallback)
	switch {
	case path == "":
		return nil, errs.BadUsage("name it with -o", "no output directory is named")
	case path == "-":
		return nil, errs.BadUsage("name one with -o", "a directory is written, not standard output")
	case c.resume && c.overwrite.mode != result.Fresh:
		return nil, errs.BadUsage("give one of them: --resume also goes on with an --overwrite that was stopped",
			"--resume and --overwrite contradict each other")
	case c.resume:
		return result.Claim(path, result.Resume)
	}
	return result.Claim(path, c.overwrite.mode)
}

// Args refuses a wrong number of arguments.
func Args(low, high int, description string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := refuseStrayValue(cmd, args); err != nil {
			return err
		}
		if len(args) < low || high >= 0 && len(args) > high {
			if len(args) > 0 && high == 0 && cmd.HasSubCommands() {
				return unknownCommand(cmd, args[0], nil)
			}
			return errs.BadUsage("usage: "+cmd.UseLine(), "%s needs %s, got %s", cmd.CommandPath(), description,
				terminal.Plural(len(args), "argument", "arguments"))
		}
		return nil
	}
}

// Files accepts so many names of files or folders, as Args does; two names of the same one are refused.
func Files(low, high int, description string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := Args(low, high, description)(cmd, args); err != nil {
			return err
		}
		return safefile.RefuseTwice(args)
	}
}

// NoArgs refuses any argument.
func NoArgs() cobra.PositionalArgs { return Args(0, 0, "no arguments") }

// Noun returns a command that only groups others: without a verb it prints its help. Its examples are the first ones of its
// first two verbs.
func Noun(use, short string, verbs ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: NoArgs(), Annotations: map[string]string{nounNote: ""},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	var examples []string
	for _, verb := range verbs[:min(2, len(verbs))] {
		first, _, _ := strings.Cut(verb.Example, "\n")
		examples = append(examples, first)
	}
	cmd.Example = strings.Join(examples, "\n")
	cmd.AddCommand(verbs...)
	return cmd
}

// BadFlag returns the error for a flag that cannot be parsed; an unknown one is told the flag that is spelled most like it.
func BadFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var complete *errs.Error
	if words := cmd.Flags().Args(); len(words) > 0 && cmd.HasAvailableSubCommands() {
		return unknownCommand(cmd, words[0], nil) // whose flags these may be
	}
	if k, ok := configs.KeyWithoutEffect(err); ok {
		return withoutEffect(cmd, k)
	}
	hint := "see " + cmd.CommandPath() + " --help"
	switch {
	case errors.As(err, &unknown) && keyWithFlag(cmd, unknown.GetSpecifiedName()) != "":
		k, _ := keyOfFlag(cmd, unknown.GetSpecifiedName())
		if configs.Lookup(cmd.Flags(), k) == nil {
			return withoutEffect(cmd, k)
		}
		words := k.Words(valueGiven(cmd, k))
		for i := range words {
			words[i] = shellwords.QuoteForSystem(words[i])
		}
		return errs.BadUsage("write "+strings.Join(words, " "), "--%s is no flag: %s is a key", k.Flag(), k.Name)
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		var names []string
		options := map[string]string{} // by name
		configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
			names = append(names, f.Name)
			options[f.Name] = "--" + f.Name
			if k, ok := configs.KeyOf(f); ok {
				options[f.Name] = k.Option()
			}
		})
		if given := unknown.GetSpecifiedName(); errs.Suggestion(given, names...) != "" {
			hint = "did you mean " + options[errs.Nearest(given, names)] + "? " + hint
		}
	case errors.As(err, &complete):
		return complete
	case errors.As(err, &invalid):
		return errs.BadUsage(hint, "--%s: %v", invalid.GetFlag().Name, invalid.Unwrap())
	}
	return errs.BadUsage(hint, "%v", err)
}

// keyOfFlag returns the key of the configuration that is called as a flag: one that the command takes, or that of another command.
func keyOfFlag(cmd *cobra.Command, flag string) (k configs.Key, ok bool) {
	flag = strings.ReplaceAll(flag, "_", "-")
	for _, other := range configs.Keys() {
		if other.Flag() == flag && (!ok || configs.Lookup(cmd.Flags(), other) != nil) {
			k, ok = other, true
		}
	}
	return k, ok
}

// argumentsKey is the key of a context's arguments.
type argumentsKey struct{}

// WithArguments returns a context that holds the arguments of the command line, from which an error takes the value of what is no flag.
func WithArguments(ctx context.Context, args []string) context.Context {
	return context.WithValue(ctx, argumentsKey{}, args)
}

// valueGiven returns the value that the arguments give a key as if it had a flag; VALUE where they are not known.
func valueGiven(cmd *cobra.Command, k configs.Key) string {
	const unknown = "VALUE"
	if cmd.Context() == nil {
		return unknown
	}
	args, _ := cmd.Context().Value(argumentsKey{}).([]string)
	for i, arg := range args {
		name, value, hasValue := strings.Cut(arg, "=")
		switch {
		case strings.ReplaceAll(name, "_", "-") != "--"+k.Flag():
		case hasValue:
			return value
		case k.Kind == reflect.Bool:
			return "true"
		case i+1 < len(args):
			return args[i+1]
		}
	}
	return unknown
}

// withoutEffect returns the error for a key that decides nothing of what a command makes.
func withoutEffect(cmd *cobra.Command, k configs.Key) error {
	hint := "leave it out; see " + cmd.CommandPath() + " --help"
	if slices.Contains(strings.Fields(strings.ReplaceAll(cmd.Use, "...", "")), strings.ToUpper(k.Flag())) {
		hint = "files are given without flags: " + strings.TrimSuffix(cmd.UseLine(), " [flags]")
	}
	return errs.BadUsage(hint, "%s (%s) has no effect in %s: it decides %s", k.Option(), k.Name,
		cmd.CommandPath(), k.Decides.Result())
}

// Input opens a file for reading, "-" and "" for standard input.
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
