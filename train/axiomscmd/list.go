package axiomscmd

import (
	"bufio"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/spf13/cobra"
)

// listOptions are those of list.
type listOptions struct{ asJSON bool }

func newList() *cobra.Command {
	return command.New(&listOptions{}, &cobra.Command{
		Use:     "list",
		Short:   "name every axiom, what it needs and what it says",
		Args:    command.NoArgs(),
		Example: "  axiomine axioms list\n  axiomine axioms list --json",
	})
}

func (o *listOptions) Flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "a JSON array instead of a table")
}

func (o *listOptions) Run(cmd *cobra.Command, _ []string) error {
	entries := catalogue.Of(slices.Concat(axioms.All(), axioms.OfFiles()))
	if o.asJSON {
		return writeJSON(cmd.OutOrStdout(), entries)
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	if err := catalogue.WriteTable(out, entries); err != nil {
		return err
	}
	for _, s := range axioms.Sets {
		fmt.Fprintf(out, "\nset %s: %s\n    %s\n", s.Name, s.Axioms, s.Doc)
	}
	return out.Flush()
}
