package tokenizecmd

import (
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/results"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

func newFormats() *cobra.Command {
	return command.New(&command.Showing{Find: formats}, &cobra.Command{
		Use:     "formats",
		Short:   "name every output format, and what reads it",
		Args:    command.NoArgs(),
		Example: "  axiomine tokenize formats\n  axiomine gen -c wikiqa --data DIR --output-format parquet,tevatron -o OUT",
	})
}

// formats is the table of output formats.
func formats(*cobra.Command, []string) (*results.Results, error) {
	t := &results.Table{Name: "formats", Columns: results.Left("format", "for")}
	for _, name := range shard.FormatNames() {
		t.Add(name, shard.About(name))
	}
	return results.Of(t), nil
}
