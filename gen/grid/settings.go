package grid

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
)

// axiomKeys are the keys that name axioms or their bounds; several combinations may mean the same axioms.
var axiomKeys = []string{"gen.axioms", "gen.delta_star"}

// SettingsCell returns a cell that equals those with equal settings: the same axioms with the same bounds, whichever key gave them, and
// the same values of all other keys that decide something. Files are compared by path. The cell equals none if settings do not tell.
func SettingsCell(c *configs.Config) (stage.Cell, error) {
	axioms, err := quota.ParseAxioms(&c.Gen)
	if err != nil || c.Gen.Mixture != "" || axioms == nil {
		return stage.Cell{}, err // a mixture has bounds of its own
	}
	values := map[string]string{}
	for _, k := range configs.Keys() {
		if k.Decides != configs.Nothing && k.Name != "train.choose" && !slices.Contains(axiomKeys, k.Name) { // each choice is a cell
			values[k.Name] = fmt.Sprint(k.Get(c))
		}
	}
	var names []string
	for _, a := range axioms.All {
		names = append(names, a.String())
	}
	return stage.Cell{Data: stage.Hash(values, strings.Join(names, "\n"), axioms.Drawn)}, nil
}
