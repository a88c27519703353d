package configs

import (
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// sweepKey is the section of a file that lists a grid of settings.
const sweepKey = "sweep"

// Axis is a key with the values to try, as text. If the key is ArmsKey, the values are names of Arms.
type Axis struct {
	Key    string   `json:"key"`
	Values []string `json:"values"`
}

// PortableAxes returns axes with paths cut to file names.
func PortableAxes(axes []Axis) []Axis {
	out := []Axis{}
	for _, a := range axes {
		axis := Axis{Key: a.Key}
		for _, v := range a.Values {
			axis.Values = append(axis.Values, Portable(a.Key, v))
		}
		out = append(out, axis)
	}
	return out
}

// ArmsKey is the key of the axis whose values are named settings of several keys.
const ArmsKey = "arm"

// Sweep is a grid of settings. For every combination of PerAxes, one combination of OverAxes is chosen. The chosen settings are also run on
// the collections of Elsewhere.
type Sweep struct {
	PerAxes   []Axis // the arms, if any, are the last axis
	OverAxes  []Axis
	Elsewhere []Elsewhere
	Arms      map[string]Settings
}

// Elsewhere is another collection: its preset and its folder. {data} in Data means the folder of the sweep's own collection.
type Elsewhere struct{ Preset, Data string }

// sweepShapes maps each part of a sweep to a hint on how to write it.
var sweepShapes = map[string]string{"per": "write per: {KEY: [VALUE, ..]}", "over": "write over: {KEY: [VALUE, ..]}",
	"arms": "write arms: {NAME: {KEY: VALUE}}", "on": "write on: {PRESET: FOLDER}"}

// readSweep reads "per:" and "over:", each a mapping of KEY: [VALUE, ...], "arms:", a mapping of NAME: {KEY: VALUE, ...}, and
// "on:", a mapping of PRESET: FOLDER.
func readSweep(file string, body *yaml.Node) (Sweep, error) {
	var s Sweep
	if err := checkMapping(file, sweepKey, body, "write sweep: {over: {KEY: [VALUE, ..]}}"); err != nil {
		return s, err
	}
	for part, value := range entries(body) {
		hint, has := sweepShapes[part.Value]
		if !has {
			names := slices.Sorted(maps.Keys(sweepShapes))
			return s, errs.BadUsage("the parts are "+strings.Join(names, ", "), "%s:%d: unknown part %s of a sweep", file, part.Line, part.Value)
		}
		err := checkMapping(file, sweepKey+"."+part.Value, value, hint)
		if err != nil {
			return s, err
		}
		switch part.Value {
		case "per":
			var axes []Axis
			axes, err = readAxes(file, value)
			s.PerAxes = append(s.PerAxes, axes...)
		case "over":
			s.OverAxes, err = readAxes(file, value)
		case "arms":
			err = s.readArms(file, value)
		case "on":
			err = s.readElsewhere(file, value)
		}
		if err != nil {
			return s, err
		}
	}
	return s, s.check(file, body)
}

// checkCombinations returns an error if there are too many combinations of one value per axis.
func checkCombinations(file string, body *yaml.Node, axes []Axis) error {
	count := 1
	for _, axis := range axes {
		if count *= len(axis.Values); count > safefile.Settings {
			return errs.BadUsage("give fewer values", "%s:%d: more than %d combinations of values", file, body.Line, safefile.Settings)
		}
	}
	return nil
}

// check returns an error for too many combinations, and for a key in two parts of a sweep, one of which would have no effect.
func (s *Sweep) check(file string, body *yaml.Node) error {
	if err := checkCombinations(file, body, slices.Concat(s.PerAxes, s.OverAxes)); err != nil {
		return err
	}
	var keyParts [][2]string // pairs of a key and the part of the sweep that has it
	for _, a := range s.PerAxes {
		if a.Key != ArmsKey {
			keyParts = append(keyParts, [2]string{a.Key, "per"})
		}
	}
	for _, a := range s.OverAxes {
		keyParts = append(keyParts, [2]string{a.Key, "over"})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Arms)) {
		for _, setting := range s.Arms[name] {
			keyParts = append(keyParts, [2]string{setting.Key, "arms"})
		}
	}
	parts := map[string]string{}
	for _, g := range keyParts {
		key, part := g[0], g[1]
		if other, twice := parts[key]; twice && other != part {
			return errs.BadUsage("leave it in one of them", "%s:%d: sweep.%s and sweep.%s both give %s values", file, body.Line, other, part, key)
		}
		parts[key] = part
	}
	return nil
}

// readArms reads a mapping of NAME: {KEY: VALUE, ...}.
func (s *Sweep) readArms(file string, body *yaml.Node) error {
	s.Arms = map[string]Settings{}
	axis := Axis{Key: ArmsKey}
	for name, settings := range entries(body) {
		part := "sweep.arms." + name.Value
		if err := checkMapping(file, part, settings, "write "+name.Value+": {KEY: VALUE}"); err != nil {
			return err
		}
		axis.Values = append(axis.Values, name.Value)
		list := []Setting{}
		for key, value := range entries(settings) {
			k, err := keyIn(file, key.Line, key.Value)
			if err == nil {
				err = checkValue(file, k, value)
			}
			if err != nil {
				return err
			}
			list = append(list, Setting{key.Value, value.Value})
		}
		s.Arms[name.Value] = list
	}
	s.PerAxes = append(s.PerAxes, axis)
	return nil
}

// readElsewhere reads a mapping of PRESET: FOLDER.
func (s *Sweep) readElsewhere(file string, body *yaml.Node) error {
	for preset, folder := range entries(body) {
		if _, err := Preset(preset.Value); err != nil {
			return errs.BadUsage("write on: {PRESET: FOLDER}; axiomine configs list names the presets", "%s:%d: %s is no preset", file,
				preset.Line, preset.Value)
		}
		if err := checkKind(file, "sweep.on."+preset.Value, folder, single, "write "+preset.Value+": FOLDER"); err != nil {
			return err
		}
		s.Elsewhere = append(s.Elsewhere, Elsewhere{preset.Value, folder.Value})
	}
	return nil
}

// overFlag is the flag of a sweep with the values to try.
const overFlag = "over"

// defaultOver is the default of overFlag.
const defaultOver = `{gen.ratio: ["1:4", "1:1", "4:1"]}`

// AddOverFlag declares the flag with the values that a sweep tries.
func AddOverFlag(flags *pflag.FlagSet) {
	flags.String(overFlag, defaultOver, "what is tried, instead of over: in the section sweep of a file: {KEY: [VALUE, ..], ..}")
}

// readOver reads the axes of the flag, which replace a file's part over. If neither is given, it sets the default.
func (l *LoadedConfig) readOver(flags *pflag.FlagSet) error {
	if flags == nil {
		return nil
	}
	f := flags.Lookup(overFlag)
	if f == nil || !f.Changed && len(l.Sweep.PerAxes)+len(l.Sweep.OverAxes) > 0 {
		return nil
	}
	const name, hint = "--" + overFlag, "write {KEY: [VALUE, ..], ..}"
	if l.SweepBy = "default"; f.Changed {
		l.SweepBy = "flag " + name
	}
	body, err := mappingOf(name, f.Value.String(), hint)
	if err == nil {
		err = checkMapping(name, overFlag, body, hint)
	}
	if err == nil {
		l.Sweep.OverAxes, err = readAxes(name, body)
	}
	if err == nil {
		err = l.Sweep.check(name, body)
	}
	return err
}

// readAxes reads a mapping of KEY: [VALUE, ...] whose names checkNames accepted.
func readAxes(file string, body *yaml.Node) (axes []Axis, err error) {
	for key, values := range entries(body) {
		k, err := keyIn(file, key.Line, key.Value)
		if err != nil {
			return nil, err
		}
		hint := "write " + key.Value + ": [VALUE, ..]"
		if err := checkKind(file, key.Value, values, list, hint); err != nil {
			return nil, err
		}
		if len(values.Content) == 0 {
			return nil, errs.BadUsage(hint, "%s:%d: %s has no value in its list", file, values.Line, key.Value)
		}
		axis := Axis{Key: key.Value}
		for _, v := range values.Content {
			if err := checkValue(file, k, v); err != nil {
				return nil, err
			}
			axis.Values = append(axis.Values, v.Value)
		}
		axes = append(axes, axis)
	}
	return axes, checkCombinations(file, body, axes)
}

// Varies reports whether an axis or an arm gives values to a key.
func (s *Sweep) Varies(key string) bool {
	return hasAxis(s.PerAxes, key) || hasAxis(s.OverAxes, key) ||
		slices.ContainsFunc(slices.Collect(maps.Values(s.Arms)), func(arm Settings) bool { return arm.Has(key) })
}

// Fixes reports whether every setting of the sweep sets a key, so that its configured value has no effect.
func (s *Sweep) Fixes(key string) bool {
	return hasAxis(s.PerAxes, key) || hasAxis(s.OverAxes, key) || len(s.Arms) > 0 &&
		!slices.ContainsFunc(slices.Collect(maps.Values(s.Arms)), func(arm Settings) bool { return !arm.Has(key) })
}

func hasAxis(axes []Axis, key string) bool {
	return slices.ContainsFunc(axes, func(a Axis) bool { return a.Key == key })
}

// Settings returns every combination of one value per axis, those of PerAxes first.
func (s *Sweep) Settings() []Settings { return Combinations(slices.Concat(s.PerAxes, s.OverAxes)) }

// Combinations returns every choice of one value per axis. The last axis varies fastest. Without axes there is one empty choice.
func Combinations(axes []Axis) []Settings {
	lists := make([]Settings, len(axes))
	for i, axis := range axes {
		for _, value := range axis.Values {
			lists[i] = append(lists[i], Setting{axis.Key, value})
		}
	}
	return Choices(lists)
}

// Choices returns every choice of one element per list. The last list varies fastest. Without lists there is one empty choice.
func Choices[L ~[]T, T any](lists []L) []L {
	all := []L{nil}
	for _, list := range lists {
		var longer []L
		for _, earlier := range all {
			for _, x := range list {
				longer = append(longer, append(slices.Clip(earlier), x))
			}
		}
		all = longer
	}
	return all
}

// Lay returns a copy of a configuration with the values of settings. Arms are expanded.
func (s *Sweep) Lay(base Config, settings []Setting) (*Config, error) {
	return s.Expand(settings).Apply(&base)
}

// Expand returns settings with each arm's name replaced by the arm's settings.
func (s *Sweep) Expand(settings []Setting) (list Settings) {
	for _, x := range settings {
		if x.Key == ArmsKey {
			list = append(list, s.Arms[x.Value]...)
		} else {
			list = append(list, x)
		}
	}
	return list
}
