package configscmd

import (
	"io"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/reference"
	"github.com/spf13/cobra"
)

func newSchema() *cobra.Command {
	return cli.New(printText(reference.WriteSchema), &cobra.Command{
		Use:     "schema",
		Short:   "print the JSON Schema of a configuration file, by which editors complete and check it",
		Args:    cli.NoArgs(),
		Example: "  axiomine configs schema\n  axiomine configs schema > axiomine.schema.json",
	})
}

func newReference() *cobra.Command {
	return cli.New(printText(reference.Write), &cobra.Command{
		Use:     "reference",
		Short:   "print the page of all keys, in Markdown",
		Args:    cli.NoArgs(),
		Example: "  axiomine configs reference\n  axiomine configs reference > keys.md",
	})
}

// printText returns the verb that writes a text to standard output.
func printText(text func(io.Writer) error) cli.NoFlags {
	return func(cmd *cobra.Command, _ []string) error { return text(cmd.OutOrStdout()) }
}
