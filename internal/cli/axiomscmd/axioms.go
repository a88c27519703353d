// Package axiomscmd is the noun axioms of the command line: the catalogue, its definitions, and
// analyses of runs by axioms.
package axiomscmd

import (
	"encoding/json"
	"io"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/spf13/cobra"
)

// New returns the noun with its verbs.
func New() *cobra.Command {
	return cli.Noun("axioms", "explain axioms, and find those that a run breaks",
		newList(), newExplain(), newDiagnose())
}

// writeJSON writes one value, indented. It does not escape < and >.
func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
