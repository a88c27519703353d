package configs

import (
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"go.yaml.in/yaml/v3"
)

// sweepKey is the section of a file that lists a grid of settings.
const sweepKey = "sweep"

// Axis is a key with the values to try, as text. Under ArmsKey the values are names of Arms.
type Axis struct {
	Key    string
	Values []string
}

// ArmsKey is the key of the axis whose values are named settings of several keys.
const ArmsKey = "arm"

// Setting is a key with a value, as text.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Sweep is a grid of settings. For every combination of Per one combination of Over is chosen, and run On other collections
// as it is.
type Sweep struct {
	Per  []Axis // with the arms, if any, as the last
	Over []Axis
	On   []Elsewhere
	Arms map[string][]Setting
}

// Elsewhere is another collection: the preset that describes it, and its folder, in which {data} stands for the folder of
// the sweep's own collection.
type Elsewhere struct{ Preset, Data string }

// readArms reads "arms:", a mapping of NAME: {KEY: VALUE, ...}.
func (s *Sweep) readArms(file string, body *yaml.Node) error {
	s.Arms = map[string][]Setting{}
	axis := Axis{Key: ArmsKey}
	for name, settings := range entries(body) {
		if _, twice := s.Arms[name.Value]; twice || settings.Kind != yaml.MappingNode {
			return errs.BadUsage("write arms: {NAME: {KEY: VALUE}}", "%s:%d: %s is no new arm", file, name.Line, name.Value)
		}
		axis.Values = append(axis.Values, name.Value)
		list := []Setting{}
		for key, value := range entries(settings) {
			k, err := keyIn(file, key.Line, key.Value)
			if err == nil {
				err = k.check(file, value)
			}
			if err != nil {
				return err
			}
			list = append(list, Setting{key.Value, value.Value})
		}
		s.Arms[name.Value] = list
	}
	s.Per = append(s.Per, axis)
	return nil
}

// readSweep reads "per:" and "over:", each a mapping of KEY: [VALUE, ...], "arms:", a mapping of NAME: {KEY: VALUE, ...}, and
// "on:", a mapping of PRESET: FOLDER.
func readSweep(file string, body *yaml.Node) (Sweep, error) {
	var s Sweep
	for part, axes := range entries(body) {
		if part.Value == "arms" && axes.Kind == yaml.MappingNode {
			if err := s.readArms(file, axes); err != nil {
				return s, err
			}
			continue
		}
		if part.Value == "on" && axes.Kind == yaml.MappingNode {
			for preset, folder := range entries(axes) {
				if _, err := Preset(preset.Value); err != nil || folder.Kind != yaml.ScalarNode {
					return s, errs.BadUsage("write on: {PRESET: FOLDER}; axiomine configs list names the presets",
						"%s:%d: %s is no preset with a folder", file, preset.Line, preset.Value)
				}
				s.On = append(s.On, Elsewhere{preset.Value, folder.Value})
			}
			continue
		}
		target := map[string]*[]Axis{"per": &s.Per, "over": &s.Over}[part.Value]
		if target == nil || axes.Kind != yaml.MappingNode {
			const shape = "use per: and over:, each a mapping of KEY: [VALUE, ...], arms: {NAME: {KEY: VALUE}}, " +
				"and on:, a mapping of PRESET: FOLDER"
			return s, errs.BadUsage(shape, "%s:%d: unknown part %s of a sweep", file, part.Line, part.Value)
		}
		list, err := readAxes(file, axes)
		if err != nil {
			return s, err
		}
		*target = append(*target, list...)
	}
	return s, nil
}

// check refuses what is no single value of the key's kind.
func (k Key) check(file string, value *yaml.Node) error {
	if _, err := k.parse(value.Value); err != nil || value.Kind != yaml.ScalarNode {
		return errs.BadUsage("see axiomine configs show", "%s:%d: %s: a value of kind %s is wanted", file, value.Line, k.Name, k.kind)
	}
	return nil
}

// readAxes reads a mapping of KEY: [VALUE, ...].
func readAxes(file string, body *yaml.Node) ([]Axis, error) {
	var list []Axis
	for key, values := range entries(body) {
		k, err := keyIn(file, key.Line, key.Value)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(a Axis) bool { return a.Key == key.Value }) {
			return nil, errs.BadUsage("name it once", "%s:%d: %s stands twice", file, key.Line, key.Value)
		}
		if values.Kind != yaml.SequenceNode || len(values.Content) == 0 {
			return nil, errs.BadUsage("write "+key.Value+": [VALUE, ...]", "%s:%d: %s has no list of values", file, key.Line, key.Value)
		}
		axis := Axis{Key: key.Value}
		for _, v := range values.Content {
			if err := k.check(file, v); err != nil {
				return nil, err
			}
			axis.Values = append(axis.Values, v.Value)
		}
		list = append(list, axis)
	}
	return list, nil
}

// Varies reports whether an axis or an arm gives values to a key.
func (s *Sweep) Varies(key string) bool {
	for _, axis := range slices.Concat(s.Per, s.Over) {
		if axis.Key == key {
			return true
		}
	}
	for _, settings := range s.Arms {
		if slices.ContainsFunc(settings, func(p Setting) bool { return p.Key == key }) {
			return true
		}
	}
	return false
}

// Settings returns every combination of one value per axis, those of Per first.
func (s *Sweep) Settings() [][]Setting { return Combinations(slices.Concat(s.Per, s.Over)) }

// Combinations returns every choice of one value per axis. The last axis varies fastest. Without axes there is one empty choice.
func Combinations(axes []Axis) [][]Setting {
	all := [][]Setting{nil}
	for _, axis := range axes {
		var longer [][]Setting
		for _, earlier := range all {
			for _, value := range axis.Values {
				longer = append(longer, append(slices.Clip(earlier), Setting{axis.Key, value}))
			}
		}
		all = longer
	}
	return all
}

// Lay gives a configuration with settings laid over it, arms by what their names stand for.
func (s *Sweep) Lay(base Config, settings []Setting) (*Config, error) {
	for _, x := range settings {
		list := []Setting{x}
		if x.Key == ArmsKey {
			list = s.Arms[x.Value]
		}
		for _, key := range list {
			if err := base.Set(key.Key, key.Value); err != nil {
				return nil, err
			}
		}
	}
	return &base, base.Validate()
}

// Set gives a key its value, as text. A language sets the keys of the analyser with it.
func (c *Config) Set(key, text string) error {
	if key == languageKey && text != "" {
		language, err := languageOf(text)
		if err != nil {
			return err
		}
		for _, p := range language.analyser() {
			if err := c.Set(p.Key, p.Value); err != nil {
				return err
			}
		}
	}
	k, ok := keysByName()[key]
	if !ok {
		return errs.BadUsage("see axiomine configs show", "unknown key %s", key)
	}
	value, err := k.parse(text)
	if err != nil {
		return errs.BadUsage("see axiomine configs show", "%s: %v", key, err)
	}
	k.set(c, value)
	return nil
}

// Portable is a value of a key as text, without what differs from machine to machine.
func Portable(key, text string) string { return keysByName()[key].Portable(text) }
