package tokenizecmd

import (
	"io"
	"strconv"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

type inspectOptions struct {
	page   Page
	common cli.Common
	rows   int
	figure string
}

func newInspect(page Page) *cobra.Command {
	return cli.New(&inspectOptions{page: page}, &cobra.Command{
		Use:     "inspect DIR",
		Short:   "show a data directory as a trainer sees it: rows, lengths, truncation, mixture, duplicates",
		Args:    cli.Args(1, 1, "a directory with a manifest.json"),
		Example: "  axiomine tokenize inspect OUT/shards\n  axiomine tokenize inspect --rows 2 --json --figure shards.html OUT/shards",
	})
}

func (o *inspectOptions) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.figure, "figure", "", "draw lengths, mixture and duplicates into this HTML file too")
	cmd.Flags().IntVar(&o.rows, "rows", 3, "rows shown of each folder")
	o.common.Form.Add(cmd)
	o.common.AddSpeech(cmd)
}

func (o *inspectOptions) Run(cmd *cobra.Command, args []string) error {
	if o.rows < 0 {
		return errs.BadUsage("give 0 or more", "--rows %d is negative", o.rows)
	}
	printer, err := o.common.Printer()
	if err != nil {
		return err
	}
	printer.Steps(progress.Step{Name: "inspect", Title: "reading shards"})
	st := printer.Stage("inspect", "shards", 0)
	s, err := shard.Inspect(cmd.Context(), args[0], o.rows, st)
	st.Done()
	if err != nil {
		return err
	}
	if o.figure != "" {
		if err := cli.WriteFile(o.figure, true, func(w io.Writer) error {
			return o.page(w, s, cli.Line(cmd), cli.PageCommand(cmd, "tokenize", "verify", args[0]))
		}); err != nil {
			return err
		}
	}
	results := table.Single(splitTable(s))
	if results.Object = s; o.common.Text() {
		return cli.Print(cmd, s.Manifest.AnswerText()+"\n"+s.Text(cli.Width()))
	}
	return o.common.Show(cmd, results)
}

// splitTable counts the rows of every folder and split.
func splitTable(s *shard.Summary) *table.Table {
	t := &table.Table{Name: "splits", Columns: append(table.Left("folder", "split"), table.Right("rows", "shards", "bytes")...)}
	for _, f := range s.Folders {
		for _, split := range f.Splits {
			t.Add(f.Name, split.Name, strconv.Itoa(split.Rows), strconv.Itoa(split.Shards), strconv.FormatInt(split.Bytes, 10))
		}
	}
	return t
}
