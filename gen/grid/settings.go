package grid

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
)

// axiomKeys are the keys that name axioms and bind them, in one of several ways.
var axiomKeys = []string{"gen.axioms", "gen.delta_star"}

// SettingsCell returns a cell that equals those of which their settings already say that they are equal: the same axioms with the same
// bounds, whichever key gave them, and the same values of all other keys that decide something, files by their whole paths. It equals none
// where settings alone do not tell.
func SettingsCell(c *configs.Config) (stage.Cell, error) {
	axioms, err := quota.ParseAxioms(&c.Gen)
	if err != nil || c.Gen.Mixture != "" || axioms == nil {
		return stage.Cell{}, err // a mixture reads bounds of its own
	}
	values := map[string]string{}
	for _, k := range configs.Keys() {
		if k.Decides != configs.Nothing && k.Name != "train.choose" && !slices.Contains(axiomKeys, k.Name) { // a cell is one of the choices
			values[k.Name] = fmt.Sprint(k.Get(c))
		}
	}
	var names []string
	for _, a := range axioms.All {
		names = append(names, a.String())
	}
	return stage.Cell{Data: stage.Hash(values, strings.Join(names, "\n"), axioms.Drawn)}, nil
}
