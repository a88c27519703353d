package cli

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Args returns a check that there are low to high arguments; a high of -1 means any number. description names them in the error.
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

// Files returns a check that there are at least low files or folders. Two names of the same file are an error.
func Files(low int, description string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := Args(low, -1, description)(cmd, args); err != nil {
			return err
		}
		return safefile.RefuseTwice(args)
	}
}

// NoArgs returns a check that refuses every argument. A command with --data accepts one file in its place.
func NoArgs() cobra.PositionalArgs {
	none := Args(0, 0, "no arguments")
	return func(cmd *cobra.Command, args []string) error {
		if data := cmd.Flags().Lookup("data"); len(args) == 1 && data != nil && !data.Changed {
			if info, err := os.Stat(args[0]); err == nil && info.Mode().IsRegular() {
				return cmd.Flags().Set("data", args[0])
			}
		}
		return none(cmd, args)
	}
}

// Noun returns a command that only groups others: without a verb it prints its help. Its examples are the first ones of its
// first two verbs.
func Noun(use, short string, verbs ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: NoArgs(), Annotations: map[string]string{nounNote: ""},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	examples := lists.Map(verbs[:min(2, len(verbs))], func(verb *cobra.Command) string {
		first, _, _ := strings.Cut(verb.Example, "\n")
		return first
	})
	cmd.Example = strings.Join(examples, "\n")
	cmd.AddCommand(verbs...)
	return cmd
}

// BadFlag returns the error for a flag that cannot be parsed. For an unknown flag it suggests the flag with the most similar name.
func BadFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var empty *pflag.ValueRequiredError
	var complete *errs.Error
	if words := cmd.Flags().Args(); len(words) > 0 && cmd.HasAvailableSubCommands() {
		return unknownCommand(cmd, words[0], nil) // the flags may belong to that command
	}
	if k, ok := configs.KeyWithoutEffect(err); ok {
		return noEffectError(cmd, k)
	}
	if errors.As(err, &unknown) {
		switch k, ok := keyOfFlag(cmd, unknown.GetSpecifiedName()); {
		case ok && configs.Lookup(cmd.Flags(), k) != nil:
			return k.NoFlag("VALUE")
		case ok:
			return noEffectError(cmd, k)
		}
	}
	hint := "see " + cmd.CommandPath() + " --help"
	switch {
	case errors.As(err, &empty) && empty.GetFlag().Hidden:
		k, _ := configs.KeyOf(empty.GetFlag())
		return k.NoFlag("VALUE")
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		options := map[string]string{} // the options by flag name
		configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
			options[f.Name] = "--" + f.Name
			if k, ok := configs.KeyOf(f); ok {
				options[f.Name] = k.Option()
			}
		})
		names := slices.Sorted(maps.Keys(options))
		if given := unknown.GetSpecifiedName(); errs.Suggestion(given, names...) != "" {
			hint = "did you mean " + options[errs.Nearest(given, names)] + "? " + hint
		}
		if k, ok := keyOfFlag(cmd, manual.KeyOf(unknown.GetSpecifiedName())); ok && configs.Lookup(cmd.Flags(), k) != nil {
			hint = "did you mean " + k.Option() + "? see axiomine help negatives"
		}
	case errors.As(err, &empty):
		wanted, _, _ := strings.Cut(empty.GetFlag().Usage, ";")
		return errs.BadUsage(wanted+"; "+hint, "%v", err)
	case errors.As(err, &complete):
		return complete
	case errors.As(err, &invalid):
		return errs.BadUsage(hint, "--%s: %v", invalid.GetFlag().Name, invalid.Unwrap())
	}
	return errs.BadUsage(hint, "%v", err)
}

// keyOfFlag returns the key whose word is an unknown flag's name. It prefers keys of the command to those of other commands.
func keyOfFlag(cmd *cobra.Command, flag string) (k configs.Key, ok bool) {
	flag = strings.ReplaceAll(flag, "_", "-")
	for _, other := range configs.Keys() {
		if other.Flag() == flag && (!ok || configs.Lookup(cmd.Flags(), other) != nil) {
			k, ok = other, true
		}
	}
	return k, ok
}

func noEffectError(cmd *cobra.Command, k configs.Key) error {
	hint := "leave it out; see " + cmd.CommandPath() + " --help"
	if slices.Contains(strings.Fields(strings.ReplaceAll(cmd.Use, "...", "")), strings.ToUpper(k.Flag())) {
		hint = "files are given without flags: " + strings.TrimSuffix(cmd.UseLine(), " [flags]")
	}
	return errs.BadUsage(hint, "%s (%s) has no effect in %s: it decides %s", k.Option(), k.Name,
		cmd.CommandPath(), k.Decides.Result())
}

// refuseStrayValue returns an error for an argument that is suggestion as a flag's value, as in --resume false: such flags need an equals
// sign. An existing file's name is always an argument.
func refuseStrayValue(cmd *cobra.Command, args []string) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		for _, arg := range args {
			if err != nil || f.Hidden || f.Value.Type() != "bool" || arg != "true" && arg != "false" {
				continue
			}
			if _, statErr := os.Stat(arg); errors.Is(statErr, fs.ErrNotExist) {
				err = errs.BadUsage("write --"+f.Name+"="+arg, "--%s takes a value behind an equals sign alone, not %q behind a space", f.Name, arg)
			}
		}
	})
	return err
}

// unknownCommand returns the error for an unknown word. It suggests the most similar word among the commands below cmd and words.
func unknownCommand(cmd *cobra.Command, word string, words []string) error {
	suggestion := errs.Suggestion(word, slices.Concat(words, lists.Map(availableVerbs(cmd), (*cobra.Command).Name))...)
	if _, err := os.Stat(word); err == nil && cmd.Flags().Lookup("data") != nil {
		suggestion = "did you mean --data " + word + "? "
	}
	for _, noun := range availableVerbs(cmd.Root()) {
		if verb, _, err := noun.Find([]string{word}); suggestion == "" && err == nil && verb != noun {
			suggestion = "did you mean " + verb.CommandPath() + "? "
		}
	}
	if len(words) > 0 {
		return errs.BadUsage(suggestion+"axiomine help lists the topics, axiomine -h the commands", "there is no topic or command %q", word)
	}
	return errs.BadUsage(suggestion+"see "+cmd.CommandPath()+" --help", "unknown command %q for %s", word, cmd.CommandPath())
}
