package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/shellwords"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// neutral are a command's own flags that change where or how it speaks, writes or computes, but not its result. The keys that --set gave
// are flags that were given.
var neutral = map[string]bool{configs.SetFlag: true, "output": true, "resume": true, "overwrite": true, "dry-run": true, "quiet": true,
	"progress": true, "log-level": true, "threads": true, "json": true, "csv": true, "merge": true}

// configFlag is the flag of a configuration file or preset.
const configFlag = "config"

// copied is the configuration file that a command writes, and again the folder that it fills.
const (
	copied = "again.yaml"
	again  = "again"
)

// Line returns the command that does the same again as it stands, in the folder in which it was given: flags in the order of the help, also
// for the keys that the environment sets, without the neutral ones and keys that decide nothing, then an output folder of its own and
// the arguments. A configuration file is written anew before it, so that it may have changed since.
func Line(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	file := ""
	configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
		k, ofConfig := configs.KeyOf(f)
		values, isGiven := flagValues(f), f.Changed
		if ofConfig && !isGiven {
			text := os.Getenv(k.Env())
			values, isGiven = []string{text}, text != ""
		}
		if !isGiven || neutral[f.Name] || ofConfig && k.Decides == configs.Nothing {
			return
		}
		if f.Name == configFlag {
			if raw, err := safefile.ReadFile(values[0], safefile.Whole); err == nil {
				values, file = []string{copied}, string(raw)
			}
		}
		for _, word := range flagWords(f, values...) {
			words = append(words, shellwords.Quote(word))
		}
	})
	if cmd.Flags().Lookup("output") != nil {
		words = append(words, "-o", again)
	}
	for _, arg := range cmd.Flags().Args() {
		words = append(words, shellwords.Quote(arg))
	}
	line := strings.Join(words, " ")
	if file != "" {
		line = hereDocument(copied, file) + line
	}
	return line
}

// hereDocument writes a file as a shell does.
func hereDocument(name, text string) string {
	end := "EOF"
	for strings.Contains(text, end) {
		end += "F"
	}
	return "cat > " + name + " <<'" + end + "'\n" + strings.TrimSuffix(text, "\n") + "\n" + end + "\n"
}

// LineFor returns the command at path that gives a configuration: a preset ("" for none), and a flag for every key of the nouns whose value
// differs from what that says. A configuration file's own keys are such flags.
func LineFor(path, name string, c *configs.Config, paths Paths, nouns ...string) (string, error) {
	preset, err := configs.PresetOf(name)
	if err != nil {
		return "", err
	}
	base, err := configs.Load(preset, nil)
	if err != nil {
		return "", err
	}
	words := []string{path}
	if preset != "" {
		words = append(words, "--"+configFlag, preset)
	}
	for _, k := range configs.Keys() {
		if value := k.Get(c); slices.Contains(nouns, k.Noun()) && value != k.Get(&base.Config) && k.Decides != configs.Nothing {
			text := fmt.Sprint(value)
			if paths == BaseNames {
				text = configs.Portable(k.Name, text)
			}
			for _, word := range k.Words(text) {
				words = append(words, shellwords.Quote(word))
			}
		}
	}
	if paths == WholePaths {
		words = append(words, "-o", again)
	}
	return strings.Join(words, " "), nil
}

// Paths is how a command names files.
type Paths int

// A command runs as it stands with whole paths; what is published with a data set tells nothing of the machine.
const (
	WholePaths Paths = iota
	BaseNames
)

// ConfigName returns the file or preset given with -c.
func ConfigName(cmd *cobra.Command) string { return cmd.Flag(configFlag).Value.String() }

// flagValues returns the values of a flag: those of a list one by one.
func flagValues(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// flagWords returns the words of a command line that give a flag these values, behind an equals sign where the flag may stand without one.
// A rare key has no flag of its own: --set gives it.
func flagWords(f *pflag.Flag, values ...string) (words []string) {
	k, ofConfig := configs.KeyOf(f)
	for _, value := range values {
		if ofConfig {
			words = append(words, k.Words(value)...)
		} else if f.NoOptDefVal != "" {
			words = append(words, "--"+f.Name+"="+value)
		} else {
			words = append(words, "--"+f.Name, value)
		}
	}
	return words
}

// GivenFlags returns the words of the flags that were given, without the neutral ones and those named. What --set gave stands as its key.
func GivenFlags(cmd *cobra.Command, except ...string) (words []string) {
	configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
		if f.Changed && !neutral[f.Name] && !slices.Contains(except, f.Name) {
			words = append(words, flagWords(f, flagValues(f)...)...)
		}
	})
	return words
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
