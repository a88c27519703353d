package cli

import (
	"errors"
	"io/fs"
	"os"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// refuseStrayValue refuses an argument that is meant as the value of a given flag which takes one behind an equals sign alone, as in
// --overwrite in-place. The name of a file is an argument whatever it is.
func refuseStrayValue(cmd *cobra.Command, args []string) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		for _, arg := range args {
			if err != nil || !isValueBehindEquals(f, arg) {
				continue
			}
			if _, missing := os.Stat(arg); errors.Is(missing, fs.ErrNotExist) {
				err = errs.BadUsage("write --"+f.Name+"="+arg, "--%s takes a value behind an equals sign alone, not %q behind a space", f.Name, arg)
			}
		}
	})
	return err
}

// isValueBehindEquals reports whether a flag may stand without a value, and takes this one.
func isValueBehindEquals(f *pflag.Flag, text string) bool {
	switch f.Value.Type() {
	case overwriteType:
		return text == overwriteBeside || text == inPlace
	case "bool":
		return text == "true" || text == "false"
	}
	return false
}
