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

// neutral flags change where or how a command speaks, writes or computes, but not its result.
var neutral = map[string]bool{"output": true, "resume": true, "overwrite": true, "dry-run": true, "quiet": true, "progress": true,
	"threads": true, "checkpoint-every": true, "log-level": true, "log-format": true}

// Line is the command as it was given, flags in the order of the help before the arguments, without the neutral ones and
// without the folders of paths: a record tells nothing of the machine and does not change with the directory it is written to.
func Line(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if neutral[f.Name] {
			return
		}
		text := f.Value.String()
		if of, ok := configs.FieldOf(f); ok {
			text = portable(of, text)
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

// portable is a key's value; paths are without their folders.
func portable(f configs.Field, value string) string {
	if choose, err := configs.ParseChoose(value); f.Key == "train.choose" && err == nil && strings.HasPrefix(value, "{") {
		return choose.Portable().String()
	}
	return configs.Portable(f.Key, value)
}

func withoutFolder(path string) string {
	if strings.ContainsRune(path, filepath.Separator) {
		return filepath.Base(path)
	}
	return path
}

// quoted is a word as a shell reads it.
func quoted(word string) string {
	if strings.ContainsAny(word, " \t\n\r\"'()*&|;{}[]<>#`$\\") || word == "" {
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
	for _, f := range configs.Fields() {
		if value := f.Get(c); slices.Contains(nouns, f.Noun) && value != f.Get(&from.Config) && !neutral[f.Flag()] {
			words = append(words, "--"+f.Flag(), quoted(portable(f, fmt.Sprint(value))))
		}
	}
	return strings.Join(words, " "), nil
}

// ConfigName is the file or preset given with -c.
func (c *Common) ConfigName() string { return c.config }
