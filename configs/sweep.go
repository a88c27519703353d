package configs

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"gopkg.in/yaml.v3"
)

// sweepKey is the section of a file that lists a grid of settings.
const sweepKey = "sweep"

// Axis is a key with the values to try, as text.
type Axis struct {
	Key    string
	Values []string
}

// Sweep is a grid of settings. For every combination of Per one combination of Over is chosen, and run On other collections
// as it is.
type Sweep struct {
	Per  []Axis
	Over []Axis
	On   []Elsewhere
}

// Elsewhere is another collection: the preset that describes it, and its folder, in which {data} stands for the folder of
// the sweep's own collection.
type Elsewhere struct{ Preset, Data string }

// readSweep reads "per:" and "over:", each a mapping of KEY: [VALUE, ...], and "on:", a mapping of PRESET: FOLDER.
func readSweep(file string, body *yaml.Node, known map[string]Field) (Sweep, error) {
	var s Sweep
	for part, axes := range entries(body) {
		if part.Value == "on" && axes.Kind == yaml.MappingNode {
			for preset, folder := range entries(axes) {
				if _, err := Preset(preset.Value); err != nil || folder.Kind != yaml.ScalarNode {
					return s, fault.BadUsage("write on: {PRESET: FOLDER}; axiomine configs list names the presets", "%s:%d: %s is no preset with a folder", file, preset.Line, preset.Value)
				}
				s.On = append(s.On, Elsewhere{preset.Value, folder.Value})
			}
			continue
		}
		into := map[string]*[]Axis{"per": &s.Per, "over": &s.Over}[part.Value]
		if into == nil || axes.Kind != yaml.MappingNode {
			return s, fault.BadUsage("use per: and over:, each a mapping of KEY: [VALUE, ...], and on:, a mapping of PRESET: FOLDER", "%s:%d: unknown part %s of a sweep", file, part.Line, part.Value)
		}
		for key, values := range entries(axes) {
			f, ok := known[key.Value]
			if !ok {
				return s, fault.BadUsage("did you mean "+fault.Nearest(key.Value, slices.Sorted(maps.Keys(known)))+"?", "%s:%d: unknown key %s", file, key.Line, key.Value)
			}
			if values.Kind != yaml.SequenceNode || len(values.Content) == 0 {
				return s, fault.BadUsage("write "+key.Value+": [VALUE, ...]", "%s:%d: %s has no list of values", file, key.Line, key.Value)
			}
			axis := Axis{Key: key.Value}
			for _, v := range values.Content {
				if _, err := f.value(v.Value); err != nil || v.Kind != yaml.ScalarNode {
					return s, fault.BadUsage("see axiomine configs show", "%s:%d: %s: a value of kind %s is wanted", file, v.Line, key.Value, f.Kind)
				}
				axis.Values = append(axis.Values, v.Value)
			}
			*into = append(*into, axis)
		}
	}
	return s, nil
}

// Set gives a key its value, as text.
func (c *Config) Set(key, text string) error {
	for _, f := range Fields() {
		if f.Key == key {
			value, err := f.value(text)
			if err != nil {
				return fault.BadUsage("see axiomine configs show", "%s: %v", key, err)
			}
			reflect.ValueOf(c).Elem().FieldByIndex(f.index).Set(reflect.ValueOf(value))
			return nil
		}
	}
	return fault.BadUsage("see axiomine configs show", "unknown key %s", key)
}

// Portable is a value as text without what differs from machine to machine.
func Portable(key, text string) string {
	if noun, name, _ := strings.Cut(key, "."); noun == "gen" && slices.Contains(paths, name) || key == "tokenize.vocab" {
		return withoutFolders(text)
	}
	return text
}
