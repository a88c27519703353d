// Package configscmd is the noun configs of the command line: presets, effective values, validation, published numbers.
package configscmd

import (
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/spf13/cobra"
)

// New gives the noun with its verbs. refuse finds what the stages would not take of a configuration; plan says what an experiment
// would do with the collection that it names.
func New(refuse func(*configs.Config) error, plan func(context.Context, *configs.Loaded) ([]string, error)) *cobra.Command {
	return command.Noun("configs", "presets, effective values and their origins", newList(), newShow(plan), newCheck(refuse),
		newSchema(), newReference(), newPublished())
}

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "print the JSON Schema of a configuration file, by which editors complete and check it", Args: command.NoArgs(),
		Example: "  axiomine configs schema > axiomine.schema.json\n  axiomine configs schema | python3 -m json.tool",
		RunE:    func(cmd *cobra.Command, _ []string) error { return configs.WriteSchema(cmd.OutOrStdout()) },
	}
}

func newReference() *cobra.Command {
	return &cobra.Command{
		Use: "reference", Short: "print the page of all keys, in Markdown", Args: command.NoArgs(),
		Example: "  axiomine configs reference > keys.md\n  axiomine configs reference | grep gen.k1",
		RunE:    func(cmd *cobra.Command, _ []string) error { return configs.WriteReference(cmd.OutOrStdout()) },
	}
}
