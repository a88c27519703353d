package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/shellwords"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// neutral lists the flags that do not change a command's result, and --set, whose keys count as flags.
var neutral = map[string]bool{configs.SetFlag: true, "output": true, "resume": true, "overwrite": true, "dry-run": true, "quiet": true,
	"progress": true, "log-level": true, "threads": true, "json": true, "csv": true, "merge": true}

// configFlag is the flag of a configuration file or preset.
const configFlag = "config"

// Names in the command line of Line.
const (
	configCopy = "again.yaml" // the configuration file that the line writes
	outputCopy = "again"      // the output folder
)

// Line returns the shell command that repeats cmd in the same folder with another output folder. It has a flag for each given flag and
// environment variable, in the order of the help, except neutral flags and keys that decide nothing. It includes the content of a
// configuration file, so that later changes of the file have no effect.
func Line(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	file := ""
	configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
		k, isKey := configs.KeyOf(f)
		values, isGiven := flagValues(f), f.Changed
		if isKey && !isGiven {
			text := os.Getenv(k.Env())
			values, isGiven = []string{text}, text != ""
		}
		if !isGiven || neutral[f.Name] || isKey && k.Decides == configs.Nothing {
			return
		}
		if f.Name == configFlag {
			if raw, err := safefile.ReadFile(values[0], safefile.Whole); err == nil {
				values, file = []string{configCopy}, string(raw)
			}
		}
		words = append(words, lists.Map(flagWords(f, values...), shellwords.Quote)...)
	})
	if cmd.Flags().Lookup("output") != nil {
		words = append(words, "-o", outputCopy)
	}
	words = append(words, lists.Map(cmd.Flags().Args(), shellwords.Quote)...)
	line := strings.Join(words, " ")
	if file != "" {
		line = hereDocument(configCopy, file) + line
	}
	return line
}

// hereDocument returns the shell command that writes a file.
func hereDocument(name, text string) string {
	end := "EOF"
	for strings.Contains(text, end) {
		end += "F"
	}
	return "cat > " + name + " <<'" + end + "'\n" + strings.TrimSuffix(text, "\n") + "\n" + end + "\n"
}

// LineFor returns the command at path with the effective configuration c: the preset name ("" for none), and a flag for every key of the
// nouns whose value differs from the preset's. If name is a file, its keys become flags.
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
			words = append(words, lists.Map(k.Words(text), shellwords.Quote)...)
		}
	}
	if paths == WholePaths {
		words = append(words, "-o", outputCopy)
	}
	return strings.Join(words, " "), nil
}

// Paths is the form of file names in a command line.
type Paths int

// A command with whole paths can be run as it is. A published command contains no folders of the machine.
const (
	WholePaths Paths = iota
	BaseNames
)

// ConfigName returns the file or preset given with -c.
func ConfigName(cmd *cobra.Command) string { return cmd.Flag(configFlag).Value.String() }

// flagValues returns the values of a flag; a list has one for each entry.
func flagValues(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// flagWords returns the words of a command line that set a flag to these values. A flag whose value is optional needs an equals sign. A
// key without a flag is set by --set.
func flagWords(f *pflag.Flag, values ...string) (words []string) {
	k, isKey := configs.KeyOf(f)
	for _, value := range values {
		if isKey {
			words = append(words, k.Words(value)...)
		} else if f.NoOptDefVal != "" {
			words = append(words, "--"+f.Name+"="+value)
		} else {
			words = append(words, "--"+f.Name, value)
		}
	}
	return words
}

// GivenFlags returns the words of the given flags, except neutral ones and those named in except. --set appears with its key.
func GivenFlags(cmd *cobra.Command, except ...string) (words []string) {
	configs.VisitAll(cmd.Flags(), func(f *pflag.Flag) {
		if f.Changed && !neutral[f.Name] && !slices.Contains(except, f.Name) {
			words = append(words, flagWords(f, flagValues(f)...)...)
		}
	})
	return words
}

// ShellCommand returns a command line: the program as it was called, then the words, quoted for the system's shell.
func ShellCommand(words ...string) string {
	return strings.Join(lists.Map(append([]string{os.Args[0]}, words...), shellwords.QuoteForSystem), " ")
}

// PageCommand returns a command line for a published page: the program's name without its folder, then the words, quoted.
func PageCommand(cmd *cobra.Command, words ...string) string {
	return cmd.Root().Name() + " " + shellwords.Join(words)
}

// AgainWords returns the words of another command, the one at path, with those flags of cmd that the user set and the other command has.
// more lists further flags, each "--name", "--name=value" or "--set=key=value". They replace flags of cmd.
func AgainWords(cmd *cobra.Command, path []string, more ...string) []string {
	other, _, err := cmd.Root().Find(path)
	if err != nil {
		panic(err) // path is a constant of this program
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
		k, isKey := configs.KeyOf(f)
		hasKey := isKey && configs.Lookup(other.Flags(), k) != nil
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
