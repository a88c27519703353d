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
var neutral = map[string]bool{"output": true, "resume": true, "overwrite": true, "dry-run": true, "quiet": true, "progress": true, "threads": true, "checkpoint-every": true,
	"log-level": true, "log-format": true}

// Line is the command as it was given, flags in alphabetical order before the arguments, without the neutral ones and without the folders
// of paths: a record tells nothing of the machine and does not change with the directory it is written to.
func Line(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if neutral[f.Name] {
			return
		}
		words = append(words, "--"+f.Name, word(flagText(f.Name, f.Value.String())))
	})
	for _, arg := range cmd.Flags().Args() {
		words = append(words, word(arg))
	}
	return strings.Join(words, " ")
}

// flagText is a flag's value; paths within a choice are without their folders.
func flagText(name, value string) string {
	if choose, err := configs.ParseChoose(value); name == "choose" && err == nil && strings.HasPrefix(value, "{") {
		return choose.Portable().String()
	}
	return value
}

// word is a value without its folder, quoted for a shell where it needs that.
func word(value string) string {
	if strings.ContainsRune(value, filepath.Separator) && !strings.HasPrefix(value, "{") {
		value = filepath.Base(value)
	}
	if strings.ContainsAny(value, " \t\n\r\"'()*&|;{}[]<>#`$\\") || value == "" {
		return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
	}
	return value
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
		words = append(words, "--config", word(name))
	}
	for _, f := range configs.Fields() {
		if value := f.Get(c); slices.Contains(nouns, f.Noun) && value != f.Get(&from.Config) && !neutral[f.Flag()] {
			words = append(words, "--"+f.Flag(), word(flagText(f.Flag(), fmt.Sprint(value))))
		}
	}
	return strings.Join(words, " "), nil
}

// ConfigName is the file or preset given with -c.
func (c *Common) ConfigName() string { return c.config }
