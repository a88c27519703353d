package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// refuseInputs finds what the command reads at or below its output directory: writing there could remove it. Read are the files
// of the configuration, the configuration itself, and whatever other flag or argument is the name of a file.
func (c *Common) refuseInputs(cmd *cobra.Command, l *configs.LoadedConfig, output string) error {
	outInfo, err := os.Stat(output)
	if err != nil {
		return nil // nothing can lie below it
	}
	paths := []configs.Setting{{Key: "--config", Value: c.config}}
	if l != nil {
		paths = append(paths, l.Paths()...)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if _, ofConfig := configs.KeyOf(f); ofConfig || f.Name == "output" || f.Name == "overwrite" {
			return
		}
		for _, v := range flagValues(f) {
			paths = append(paths, configs.Setting{Key: "--" + f.Name, Value: v})
		}
	})
	for _, arg := range cmd.Flags().Args() {
		paths = append(paths, configs.Setting{Key: "the argument " + arg, Value: arg})
	}
	for _, n := range paths {
		matches, _ := filepath.Glob(n.Value) // a bad pattern names nothing
		if matches = append(matches, n.Value); slices.ContainsFunc(matches, func(path string) bool { return lies(path, outInfo) }) {
			return errs.BadUsage("name another directory with -o, or move the input",
				"%s is read from %s, which lies in the output directory %s", n.Key, n.Value, output)
		}
	}
	return nil
}

// lies reports whether a path leads to a folder or to something below it.
func lies(path string, folder os.FileInfo) bool {
	if path == "" || path == "-" {
		return false
	}
	real, err := filepath.Abs(path)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return false // it is not there
	}
	for {
		if info, err := os.Stat(real); err == nil && os.SameFile(info, folder) {
			return true
		}
		up := filepath.Dir(real)
		if up == real || strings.TrimRight(real, string(filepath.Separator)) == "" {
			return false
		}
		real = up
	}
}
