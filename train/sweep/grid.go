// Package sweep runs an experiment over a grid of settings. It explores every cell on the dev queries
// and chooses one setting for each value of the outer keys. Only the chosen ones are tested on the test
// queries, and transferred to other collections unchanged. A page also shows test over the inner keys.
package sweep

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
)

// onCollection returns the sweep's configuration with the chosen settings, on another collection. Keys
// of the collection and its candidates have the values of that collection's preset. Keys of drawing,
// mixing and training stay.
func onCollection(base *configs.Config, other configs.Elsewhere, grid *configs.Sweep, settings configs.Settings) (*configs.Config, error) {
	preset, err := configs.Load(other.Preset, nil)
	if err != nil {
		return nil, err
	}
	c, candidates := *base, true
	for _, k := range configs.Keys() {
		candidates = candidates && k.Name != "gen.axioms" // the keys before it are those of the collection
		if k.Noun() == "gen" && candidates || slices.Contains([]string{"gen.vectors", "gen.vectors_mode", "gen.dimension"}, k.Name) {
			if err := c.Set(k.Name, fmt.Sprint(k.Get(&preset.Config))); err != nil {
				return nil, err
			}
		}
	}
	c.Gen.Data = strings.ReplaceAll(other.Data, "{data}", base.Gen.Data)
	return grid.Lay(c, settings)
}
