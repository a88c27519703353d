package axiomscmd

import (
	"bufio"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/spf13/cobra"
)

// list prints the catalogue.
func list() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{Use: "list", Short: "name every axiom, what it needs and what it says", Args: command.NoArgs(),
		Example: "  axiomine axioms list\n  axiomine axioms list --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			var entries []entry
			for _, a := range slices.Concat(axioms.All(), axioms.OfFiles()) {
				entries = append(entries, newEntry(a))
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), entries)
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(table, "AXIOM\tFAMILY\tKIND\tORDER\tVARIANTS\tNEEDS\tTITLE")
			for _, e := range entries {
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", e.Axiom, e.Family, e.Kind, e.Order, orNothing(e.variants()), orNothing(e.Needs), e.Title)
			}
			table.Flush()
			for _, s := range axioms.Sets {
				fmt.Fprintf(out, "\nset %s: %s\n    %s\n", s.Name, s.Axioms, s.Doc)
			}
			return out.Flush()
		}}
	cmd.Flags().BoolVar(&asJSON, "json", false, "a JSON array instead of a table")
	return cmd
}

// variants names an axiom's readings, the default first.
func (e *entry) variants() []string {
	for _, p := range e.Params {
		if p.Name == "variant" {
			return p.Choices
		}
	}
	return nil
}
