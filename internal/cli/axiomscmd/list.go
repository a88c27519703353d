package axiomscmd

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/spf13/cobra"
)

func newList() *cobra.Command {
	return cli.New(&cli.Showing{Find: list, HasDetails: true}, &cobra.Command{
		Use:     "list",
		Short:   "name every axiom, what it needs and what it says",
		Args:    cli.NoArgs(),
		Example: "  axiomine axioms list\n  axiomine axioms list --json",
	})
}

// list returns the catalogue and the named sets.
func list(*cobra.Command, []string) (*table.Results, error) {
	entries := catalogue.Entries(slices.Concat(axioms.All(), axioms.FileAxioms()))
	r := new(table.Results).Table(catalogue.Table(entries))
	r.Object = entries
	for _, s := range axioms.Sets {
		r.Say("set %s: %s", s.Name, s.Axioms).Say("    %s", s.Doc)
	}
	return r, nil
}
