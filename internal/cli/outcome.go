package cli

import (
	"os"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/shellwords"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Outcome is what a command found, and what it left.
type Outcome struct {
	Found *table.Results // nil for nothing to show
	Made  string         // what lies where, in a line
	Next  string         // a command that goes on from there, as it is typed
	Short error          // the amounts that were asked and are not reached; nil where all are
}

// Close shows what was found on stdout, then says in two lines on stderr what was made and what can be done next. It returns what is
// short, so that the last line and the exit code tell it.
func (f *Form) Close(cmd *cobra.Command, p *progress.Printer, o *Outcome) error {
	if o.Found != nil {
		if err := f.Show(cmd, o.Found); err != nil {
			return err
		}
	}
	p.Say("made: %s", o.Made)
	p.Say("next: %s", o.Next)
	return o.Short
}

// ShellCommand returns a command as it is typed: the program as it was called, then the words, quoted for the system's shell.
func ShellCommand(words ...string) string {
	parts := []string{shellwords.QuoteForSystem(os.Args[0])}
	for _, word := range words {
		parts = append(parts, shellwords.QuoteForSystem(word))
	}
	return strings.Join(parts, " ")
}

// PageCommand returns a command for a page, which others read: the program's name, then the words, quoted.
func PageCommand(cmd *cobra.Command, words ...string) string {
	return cmd.Root().Name() + " " + shellwords.Join(words)
}

// Again returns another command of the program, below the words of its path, with those flags of cmd as they were given that it has too;
// more are flags that it gets besides, each "--name", "--name=value" or "--set=key=value", in place of those given.
func Again(cmd *cobra.Command, path []string, more ...string) string {
	return ShellCommand(AgainWords(cmd, path, more...)...)
}

// AgainWords returns the words of Again without the program.
func AgainWords(cmd *cobra.Command, path []string, more ...string) []string {
	other, _, err := cmd.Root().Find(path)
	if err != nil {
		panic(err) // the tree of commands is ours
	}
	words := append([]string(nil), path...)
	override := map[string]bool{}
	for _, flag := range more {
		name, value, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		if name == configs.SetFlag {
			name, _, _ = strings.Cut(strings.ReplaceAll(value, "_", "-"), "=")
		}
		override[name] = true
	}
	configs.Visit(cmd.Flags(), func(f *pflag.Flag) {
		k, ofConfig := configs.KeyOf(f)
		hasKey := ofConfig && configs.Lookup(other.Flags(), k) != nil
		if override[f.Name] || !hasKey && (f.Name != configFlag || other.Flags().Lookup(configFlag) == nil) {
			return
		}
		words = append(words, flagWords(f, flagValues(f)...)...)
	})
	for _, flag := range more {
		name, value, hasValue := strings.Cut(flag, "=")
		if words = append(words, name); hasValue {
			words = append(words, value)
		}
	}
	return words
}
