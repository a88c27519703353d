package commands

import (
	"strconv"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

func newShardInspect() *cobra.Command {
	var common cli.Common
	var rows int
	cmd := &cobra.Command{
		Use:     "inspect DIR",
		Short:   "show a data directory as a trainer sees it: rows, lengths, truncation, mixture, duplicates",
		Args:    cli.Args(1, 1, "a directory with a manifest.json"),
		Example: "  axiomine tokenize inspect OUT/shards\n  axiomine tokenize inspect --rows 2 --json OUT/shards",
	}
	cmd.Flags().IntVar(&rows, "rows", 3, "rows shown of each folder")
	common.Form.Add(cmd)
	common.AddSpeech(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if rows < 0 {
			return errs.BadUsage("give 0 or more", "--rows %d is negative", rows)
		}
		printer, err := common.Printer()
		if err != nil {
			return err
		}
		printer.Steps(progress.Step{Name: "inspect", Title: "reading shards"})
		st := printer.Stage("inspect", "shards", 0)
		s, err := shard.Inspect(cmd.Context(), args[0], rows, st)
		st.Done()
		if err != nil {
			return err
		}
		results := table.Single(splitTable(s))
		if results.Object = s; common.IsText() {
			return cli.Print(cmd, s.Manifest.AnswerText()+"\n"+s.Text(cli.Width()))
		}
		return common.Show(cmd, results)
	}
	return cmd
}

// splitTable returns a table of the number of rows of every folder and split.
func splitTable(s *shard.Summary) *table.Table {
	t := &table.Table{Name: "splits", Columns: append(table.Left("folder", "split"), table.Right("rows", "shards", "bytes")...)}
	for _, f := range s.Folders {
		for _, split := range f.Splits {
			t.Add(f.Name, split.Name, strconv.Itoa(split.Rows), strconv.Itoa(split.Shards), strconv.FormatInt(split.Bytes, 10))
		}
	}
	return t
}
