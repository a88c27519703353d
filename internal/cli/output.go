package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// adviseSpace adds a hint to the error of a full disk under --overwrite, which needs space for the old and the new result.
func adviseSpace(err error, out *result.Dir) error {
	if !out.State().IsBeside || !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	return fmt.Errorf("%w; hint: make room, then run it again with --resume in place of --overwrite: the old result is as it was", err)
}

// refuseInputs returns an error if an input is at or below the output directory, where writing could remove it. Inputs are the files that
// the configuration names, the configuration file, and every other flag or argument that is a file's name.
func (c *Common) refuseInputs(cmd *cobra.Command, l *configs.LoadedConfig, output string) error {
	outInfo, err := os.Stat(output)
	if err != nil {
		return nil // the output folder does not exist yet
	}
	paths := []configs.Setting{{Key: "--config", Value: c.config}}
	if l != nil {
		paths = append(paths, l.Paths()...)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if _, isKey := configs.KeyOf(f); isKey || f.Name == "output" || f.Name == "overwrite" {
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
		matches, _ := filepath.Glob(n.Value) // a bad pattern has no matches
		if matches = append(matches, n.Value); slices.ContainsFunc(matches, func(path string) bool { return isAtOrBelow(path, outInfo) }) {
			return errs.BadUsage("name another directory with -o, or move the input",
				"%s is read from %s, which lies in the output directory %s", n.Key, n.Value, output)
		}
	}
	return nil
}

// isAtOrBelow reports whether a path leads to folder, or below it.
func isAtOrBelow(path string, folder os.FileInfo) bool {
	if path == "" || path == "-" {
		return false
	}
	real, err := filepath.Abs(path)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return false // the path does not exist
	}
	for {
		if info, err := os.Stat(real); err == nil && os.SameFile(info, folder) {
			return true
		}
		parent := filepath.Dir(real)
		if parent == real || strings.TrimRight(real, string(filepath.Separator)) == "" {
			return false
		}
		real = parent
	}
}

// WriteFile writes a file completely or not at all: first under an unused name in the same folder. If mayReplace is false, an existing
// file is an error.
func WriteFile(path string, mayReplace bool, write func(io.Writer) error) error {
	folder, err := filesys.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	name := filepath.Base(path)
	temporary := fmt.Sprintf(".%s-%016x.part", name, rand.Uint64())
	if mayReplace {
		return filesys.Replace(folder, temporary, name, write)
	}
	if err := filesys.WriteFile(folder, temporary, write); err != nil {
		return err
	}
	err = os.Link(folder.Path(temporary), folder.Path(name))
	if err != nil && !errors.Is(err, fs.ErrExist) { // without hard links: reserve the name with an empty file
		var f filesys.File
		if f, err = folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL); err == nil {
			return errors.Join(f.Close(), folder.Rename(temporary, name))
		}
	}
	if errors.Is(err, fs.ErrExist) {
		err = errs.BadUsage("name another one, or give --overwrite", "%s exists: another command wrote it meanwhile", path)
	}
	if errRemove := folder.Remove(temporary); err == nil {
		err = errRemove
	}
	return cmp.Or(err, folder.SyncDir("."))
}
