package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// neutral are a command's own flags that change where or how it speaks, writes or computes, but not its result.
var neutral = map[string]bool{"output": true, "resume": true, "overwrite": true, "dry-run": true, "quiet": true, "progress": true,
	"log-level": true, "log-format": true, "threads": true, "json": true, "csv": true}

// Line is the command as it was given, flags in the order of the help before the arguments, without the neutral ones, without keys
// that decide nothing, and without the folders of paths: a record tells nothing of the machine and does not change with the directory
// it is written to.
func Line(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		k, ofConfig := configs.KeyOf(f)
		if neutral[f.Name] || ofConfig && k.Decides == configs.Nothing {
			return
		}
		text := f.Value.String()
		if ofConfig {
			text = k.Portable(text)
		} else {
			text = withoutFolder(text)
		}
		words = append(words, "--"+f.Name, quoted(text))
	})
	for _, arg := range cmd.Flags().Args() {
		words = append(words, quoted(withoutFolder(arg)))
	}
	return strings.Join(words, " ")
}

func withoutFolder(path string) string {
	if strings.ContainsRune(path, filepath.Separator) {
		return filepath.Base(path)
	}
	return path
}

// quoted is a word as a shell reads it.
func quoted(word string) string {
	if strings.ContainsAny(word, " \t\n\r\"'()*&|;{}[]<>#~?!`$\\") || word == "" {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// LineFor is the command at path that gives a configuration: a configuration file or preset ("" for neither), and a flag for
// every key of the nouns whose value differs from what that says.
func LineFor(path, name string, c *configs.Config, nouns ...string) (string, error) {
	from, err := configs.Load(name, nil)
	if err != nil {
		return "", err
	}
	words := []string{path}
	if name != "" {
		words = append(words, "--config", quoted(withoutFolder(name)))
	}
	for _, k := range configs.Keys() {
		if value := k.Get(c); slices.Contains(nouns, k.Noun()) && value != k.Get(&from.Config) && k.Decides != configs.Nothing {
			words = append(words, "--"+k.Flag(), quoted(k.Portable(fmt.Sprint(value))))
		}
	}
	return strings.Join(words, " "), nil
}

// ConfigName is the file or preset given with -c.
func (c *Common) ConfigName() string { return c.config }
