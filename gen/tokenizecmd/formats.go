package tokenizecmd

import (
	"fmt"
	"text/tabwriter"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

func newFormats() *cobra.Command {
	return command.New(command.NoFlags(runFormats), &cobra.Command{
		Use:     "formats",
		Short:   "name every output format, and what reads it",
		Args:    command.NoArgs(),
		Example: "  axiomine tokenize formats\n  axiomine gen -c wikiqa --data DIR --output-format parquet,tevatron -o OUT",
	})
}

// runFormats prints the table of output formats.
func runFormats(cmd *cobra.Command, _ []string) error {
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, name := range shard.FormatNames() {
		fmt.Fprintf(table, "%s\t%s\n", name, shard.About(name))
	}
	return table.Flush()
}
