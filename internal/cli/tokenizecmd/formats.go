package tokenizecmd

import (
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

func newFormats() *cobra.Command {
	return cli.New(&cli.Showing{Find: formats}, &cobra.Command{
		Use:     "formats",
		Short:   "name every output format, and what reads it",
		Args:    cli.NoArgs(),
		Example: "  axiomine tokenize formats\n  axiomine gen -c wikiqa --data DIR --output-format parquet,tevatron -o OUT",
	})
}

// formats returns the table of output formats.
func formats(*cobra.Command, []string) (*table.Results, error) {
	t := &table.Table{Name: "formats", Columns: table.Left("format", "for")}
	for _, name := range shard.FormatNames() {
		t.Add(name, shard.About(name))
	}
	return table.Single(t), nil
}
