package commands

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/train/report"
	"github.com/spf13/cobra"
)

func newReport() *cobra.Command {
	return cli.Showing(&cobra.Command{
		Use:     "report FOLDER",
		Short:   "print the tables of a finished experiment, sweep or comparison of runs again",
		Args:    cli.Args(1, 1, "a folder"),
		Example: "  axiomine train report OUT\n  axiomine train report --all --json OUT",
	}, true, func(_ *cobra.Command, args []string) (*table.Results, error) { return readTables(args[0]) })
}

// readTables reads the tables of a finished command from its folder.
func readTables(folder string) (*table.Results, error) {
	const hint = "name the folder that train, train sweep, demo, or train eval with -o wrote"
	path := filepath.Join(folder, report.TablesFile)
	f, err := safefile.Open(path)
	if _, statErr := os.Stat(folder); errors.Is(err, fs.ErrNotExist) && statErr == nil {
		return nil, errs.BadInput(folder, 0, hint, "there is no finished experiment, sweep or comparison in it")
	}
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	defer f.Close()
	raw, err := safefile.ReadAll(f, path, safefile.Whole)
	if err == nil {
		err = result.CheckUnchanged(filepath.Clean(folder), func(path string) bool { return path == report.TablesFile })
	}
	if err != nil {
		return nil, err
	}
	var r table.Results
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, errs.BadJSON(path, raw, hint, "no tables of a report", err)
	}
	return &r, nil
}
