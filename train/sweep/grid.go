// Package sweep runs an experiment over a grid of settings: it explores every cell on the dev queries, chooses one setting
// for each value of the outer keys, touches the test queries for the chosen ones only, and carries them over to other
// collections as they are.
package sweep

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/report/sweeps"
)

// with gives the configuration with settings laid over it, named ones by what they stand for.
func with(base configs.Config, arms map[string][]configs.Pair, groups ...[]report.Setting) (*configs.Config, error) {
	var pairs []configs.Pair
	for _, s := range slices.Concat(groups...) {
		pairs = append(pairs, configs.Pair{Key: s.Key, Value: s.Value})
	}
	return (&configs.Sweep{Arms: arms}).Lay(base, pairs)
}

// elsewhere gives the sweep's configuration with the settings chosen, on another collection: what describes that and its
// candidates is its preset's, how to draw, mix and train stays.
func elsewhere(base *configs.Config, on configs.Elsewhere, arms map[string][]configs.Pair,
	groups ...[]report.Setting) (*configs.Config, error) {
	loaded, err := configs.Load(on.Preset, nil)
	if err != nil {
		return nil, err
	}
	c, candidates := *base, true
	for _, k := range configs.Keys() {
		candidates = candidates && k.Name != "gen.axioms" // the keys before it are those of the collection
		if k.Noun() == "gen" && candidates || slices.Contains([]string{"gen.vectors", "gen.vectors_mode", "gen.dimension"}, k.Name) {
			if err := c.Set(k.Name, fmt.Sprint(k.Get(&loaded.Config))); err != nil {
				return nil, err
			}
		}
	}
	c.Gen.Data = strings.ReplaceAll(on.Data, "{data}", base.Gen.Data)
	return with(c, arms, groups...)
}

// portable are settings without what differs from machine to machine.
func portable(settings []report.Setting) []report.Setting {
	var out []report.Setting
	for _, s := range settings {
		out = append(out, report.Setting{Key: s.Key, Value: configs.Portable(s.Key, s.Value)})
	}
	return out
}

func axes(list []configs.Axis) []sweeps.Axis {
	out := []sweeps.Axis{}
	for _, a := range list {
		of := sweeps.Axis{Key: a.Key}
		for _, v := range a.Values {
			of.Values = append(of.Values, configs.Portable(a.Key, v))
		}
		out = append(out, of)
	}
	return out
}

// text names settings in speech.
func text(groups ...[]report.Setting) string {
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
