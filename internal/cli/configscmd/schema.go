package configscmd

import (
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/reference"
	"github.com/spf13/cobra"
)

func newSchema() *cobra.Command {
	return cli.New(cli.NoFlags(func(cmd *cobra.Command, _ []string) error { return reference.WriteSchema(cmd.OutOrStdout()) }), &cobra.Command{
		Use:     "schema",
		Short:   "print the JSON Schema of a configuration file, by which editors complete and check it",
		Args:    cli.NoArgs(),
		Example: "  axiomine configs schema\n  axiomine configs schema > axiomine.schema.json",
	})
}
