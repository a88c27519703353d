package traincmd

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/train/report"
	"github.com/spf13/cobra"
)

// shown is a record in its three shapes.
type shown interface {
	Text(io.Writer) error
	Markdown(io.Writer) error
	HTML(io.Writer) error
}

// record reads the record of an experiment, or of a sweep, affinities or a comparison of runs where the file's name begins so.
func record(path string) (shown, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link that the user names is followed, those in its folder only inside
	}
	folder, name := filepath.Split(path)
	if folder == "" {
		folder = "."
	}
	root, err := os.OpenRoot(folder) // what the record names lies there too
	if err != nil {
		return nil, fault.CannotOpen(name, err)
	}
	defer root.Close()
	switch {
	case strings.HasPrefix(name, "sweep"):
		return report.ReadSweep(root.FS(), name)
	case strings.HasPrefix(name, "affinity"):
		return report.ReadAffinity(root.FS(), name)
	case strings.HasPrefix(name, "comparison"):
		return report.ReadComparison(root.FS(), name)
	}
	return report.Read(root.FS(), name)
}

// reportOf shows a finished record: of an experiment, a sweep, affinities or a comparison.
func reportOf() *cobra.Command {
	var format string
	cmd := &cobra.Command{Use: "report RESULT.json|SWEEP.json|AFFINITY.json|COMPARISON.json",
		Short:   "show the record of an experiment, a sweep, affinities or a comparison of runs as text, Markdown or one HTML page",
		Args:    command.Args(1, 1, "a result.json, sweep.json, affinity.json or comparison.json"),
		Example: "  axiomine train report OUT/result.json\n  axiomine train report --output-format html OUT/affinity.json > affinity.html",
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "markdown" && format != "html" {
				return fault.BadUsage("use text, markdown or html", "unknown report format %q", format)
			}
			r, err := record(args[0])
			if bad, ok := errors.AsType[*fault.Error](err); ok && bad.File != "" {
				bad.File = filepath.Join(filepath.Dir(args[0]), bad.File) // files are named from the record's folder
			}
			if err != nil {
				return err
			}
			return map[string]func(io.Writer) error{"text": r.Text, "markdown": r.Markdown, "html": r.HTML}[format](cmd.OutOrStdout())
		}}
	cmd.Flags().StringVar(&format, "output-format", "text", "text | markdown | html")
	return cmd
}
