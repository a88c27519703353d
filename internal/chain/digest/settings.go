package digest

import (
	"maps"
	"strings"

	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
)

// axiomKeys say which axioms there are and how they are bound, in one of several ways.
var axiomKeys = []string{"gen.axioms", "gen.delta_star"}

// Settings returns a digest that is equal for cells of which their settings already say that they are equal: the same axioms with the
// same bounds, whichever key gave them, and the same values of all other keys. It is empty where settings alone do not tell.
func Settings(values map[string]any, axioms *quota.Axioms) string {
	mixture, _ := values["gen.mixture"].(string)
	if mixture != "" || axioms == nil {
		return "" // a mixture reads bounds of its own
	}
	values = maps.Clone(values)
	for _, key := range axiomKeys {
		delete(values, key)
	}
	var names []string
	for _, a := range axioms.All {
		names = append(names, a.String())
	}
	return stage.Hash(values, strings.Join(names, "\n"), axioms.Drawn)
}
