package traincmd

import (
	"io"
	"os"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/train/report"
	"github.com/spf13/cobra"
)

// reportOf shows a finished experiment's record.
func reportOf() *cobra.Command {
	var format string
	cmd := &cobra.Command{Use: "report RESULT.json", Short: "show the record of an experiment as text, Markdown or one HTML page", Args: command.Args(1, 1, "a result.json"),
		Example: "  axiomine train report OUT/result.json\n  axiomine train report --output-format html OUT/result.json > report.html",
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := os.Open(args[0])
			if err != nil {
				return fault.CannotOpen(args[0], err)
			}
			defer f.Close()
			r, err := report.Read(f, args[0])
			if err != nil {
				return err
			}
			write := map[string]func(io.Writer) error{"text": r.Text, "markdown": r.Markdown, "html": r.HTML}[format]
			if write == nil {
				return fault.BadUsage("use text, markdown or html", "unknown report format %q", format)
			}
			return write(cmd.OutOrStdout())
		}}
	cmd.Flags().StringVar(&format, "output-format", "text", "text | markdown | html")
	return cmd
}
