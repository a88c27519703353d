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

// withSettings returns the configuration with the settings' values. It replaces a named setting by its
// values.
func withSettings(base configs.Config, arms map[string][]configs.Setting, groups ...[]configs.Setting) (*configs.Config, error) {
	return (&configs.Sweep{Arms: arms}).Lay(base, slices.Concat(groups...))
}

// onCollection returns the sweep's configuration with the chosen settings, on another collection. Keys
// of the collection and its candidates have the values of that collection's preset. Keys of drawing,
// mixing and training stay.
func onCollection(base *configs.Config, other configs.Elsewhere, arms map[string][]configs.Setting,
	groups ...[]configs.Setting) (*configs.Config, error) {
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
	return withSettings(c, arms, groups...)
}

// portable returns settings without values that differ from machine to machine.
func portable(settings []configs.Setting) []configs.Setting {
	var out []configs.Setting
	for _, s := range settings {
		out = append(out, configs.Setting{Key: s.Key, Value: configs.Portable(s.Key, s.Value)})
	}
	return out
}

// text returns settings as words for messages.
func text(groups ...[]configs.Setting) string {
	var parts []string
	for _, settings := range groups {
		for _, s := range settings {
			if s.Key == configs.ArmsKey {
				parts = append(parts, s.Value)
			} else {
				parts = append(parts, fmt.Sprintf("%s %s", s.Key[strings.IndexByte(s.Key, '.')+1:], s.Value))
			}
		}
	}
	if len(parts) == 0 {
		return "the grid"
	}
	return strings.Join(parts, ", ")
}
