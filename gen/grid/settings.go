package grid

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
)

// axiomKeys are the keys that name axioms or their bounds. Different values may mean the same axioms.
var axiomKeys = []string{"gen.axioms", "gen.delta_star"}

// SettingsCell returns a cell with a hash of a configuration. Two configurations have equal cells if they have the same axioms with the
// same bounds, and the same values of all other keys that decide a result. Files are compared by path. The cell of a mixture equals no
// other.
func SettingsCell(c *configs.Config) (stage.Cell, error) {
	axioms, err := quota.ParseAxioms(&c.Gen)
	if err != nil || c.Gen.Mixture != "" || axioms == nil {
		return stage.Cell{}, err // the tasks of a mixture have their own bounds
	}
	values := map[string]string{}
	for _, k := range configs.Keys() {
		if k.Decides != configs.Nothing && k.Name != "train.choose" && !slices.Contains(axiomKeys, k.Name) {
			values[k.Name] = fmt.Sprint(k.Get(c))
		}
	}
	var names []string
	for _, a := range axioms.All {
		names = append(names, a.String())
	}
	return stage.Cell{Data: stage.Hash(values, strings.Join(names, "\n"), axioms.Drawn)}, nil
}
