package traincmd

import (
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/cobra"
)

type reportOptions struct {
	cli.Form
	format string
}

func newReport() *cobra.Command {
	return cli.New(&reportOptions{}, &cobra.Command{
		Use:     "report RECORD.json",
		Short:   "show the record of an experiment, a sweep or a comparison of runs as text, Markdown or one HTML page",
		Args:    cli.Args(1, 1, "a result.json, sweep.json or comparison.json"),
		Example: "  axiomine train report OUT/result.json\n  axiomine train report --output-format html OUT/sweep.json > sweep.html",
	})
}

func (o *reportOptions) Flags(cmd *cobra.Command) {
	o.Add(cmd)
	o.AddAllFlag(cmd)
	cmd.Flags().StringVar(&o.format, "output-format", "text", "text | markdown | html")
}

func (o *reportOptions) Run(cmd *cobra.Command, args []string) error {
	write, ok := map[string]func(shownRecord) error{
		"text":     func(r shownRecord) error { return o.Show(cmd, r.Results()) },
		"markdown": func(r shownRecord) error { return r.Markdown(cmd.OutOrStdout()) },
		"html":     func(r shownRecord) error { return r.HTML(cmd.OutOrStdout()) },
	}[o.format]
	if !ok {
		return errs.BadUsage("use text, markdown or html", "unknown report format %q", o.format)
	}
	if !o.Text() && o.format != "text" {
		return errs.BadUsage("give one of them", "--%s and --output-format %s contradict each other", o.Name(), o.format)
	}
	r, err := openRecord(args[0])
	if err != nil {
		return err
	}
	return write(r)
}
