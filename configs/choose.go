package configs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"go.yaml.in/yaml/v3"
)

// chooseKey is the key whose value may be a mapping in a file.
const chooseKey = "train.choose"

// Values of train.choose that are words.
const (
	ChooseDefault = "default" // the grid that package train builds
	ChooseNone    = "none"    // nothing is chosen
)

// Choose holds the values that the arms of an experiment choose from on dev: keys with their values, for both arms or for one.
//
//	{KEY: [VALUE, ...], ..., judged: {KEY: [VALUE, ...], ...}, axioms: {KEY: [VALUE, ...], ...}}
type Choose struct {
	BothArms []Axis
	Judged   []Axis // only for the arm of judged pairs
	Axioms   []Axis // only for the arm with axiomatic pairs
}

// ParseChoose parses a value of train.choose. For the words default and none it returns an empty Choose.
func ParseChoose(text string) (Choose, error) {
	if text == ChooseDefault || text == ChooseNone {
		return Choose{}, nil
	}
	body, err := mappingOf(chooseKey, text, "use default, none or {KEY: [VALUE, ..], ..}")
	if err != nil {
		return Choose{}, err
	}
	return readChoose(chooseKey, body)
}

// mappingOf parses a value of the command line as a YAML mapping. name and hint are for errors.
func mappingOf(name, text, hint string) (*yaml.Node, error) {
	var doc yaml.Node
	err := yaml.Unmarshal([]byte(text), &doc)
	if err != nil || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, errs.BadUsage(hint, "%s: %q", name, text)
	}
	return doc.Content[0], nil
}

// readChoose reads a mapping of train.choose. file is the file's name, for errors.
func readChoose(file string, body *yaml.Node) (c Choose, err error) {
	if err := checkNames(file, chooseKey, body); err != nil {
		return c, err
	}
	shared := *body
	shared.Content = nil
	for key, value := range entries(body) {
		target := map[string]*[]Axis{"judged": &c.Judged, "axioms": &c.Axioms}[key.Value]
		if target == nil {
			shared.Content = append(shared.Content, key, value)
			continue
		}
		part := chooseKey + "." + key.Value
		if err := checkMapping(file, part, value, "write "+key.Value+": {KEY: [VALUE, ..]}"); err != nil {
			return c, err
		}
		if *target, err = readAxes(file, value); err != nil {
			return c, err
		}
	}
	if c.BothArms, err = readAxes(file, &shared); err != nil {
		return c, err
	}
	for _, arm := range [][]Axis{c.Judged, c.Axioms} {
		if err := checkCombinations(file, body, slices.Concat(c.BothArms, arm)); err != nil {
			return c, err
		}
	}
	for _, joint := range c.BothArms {
		for _, axis := range slices.Concat(c.Judged, c.Axioms) {
			if axis.Key == joint.Key {
				return c, errs.BadUsage("leave it in one of them", "%s:%d: %s: %s has values for both arms, and others for one", file, body.Line,
					chooseKey, axis.Key)
			}
		}
	}
	return c, nil
}

// Settings returns all settings of both arms: the combinations of BothArms with those of Judged and of Axioms.
func (c Choose) Settings() []Settings {
	return append(Combinations(slices.Concat(c.BothArms, c.Judged)), Combinations(slices.Concat(c.BothArms, c.Axioms))...)
}

// Fixes reports whether both arms set a key, so that its configured value has no effect. It is false for gen.axioms, on which all arms
// are measured, and for gen.vectors, which axioms read.
func (c Choose) Fixes(key string) bool {
	return key != "gen.axioms" && key != "gen.vectors" &&
		(hasAxis(c.BothArms, key) || hasAxis(c.Judged, key) && hasAxis(c.Axioms, key))
}

// String writes the choice as ParseChoose reads it.
func (c Choose) String() string {
	parts := axesText(c.BothArms)
	for _, part := range []struct {
		name string
		axes []Axis
	}{{"judged", c.Judged}, {"axioms", c.Axioms}} {
		if len(part.axes) > 0 {
			parts = append(parts, part.name+": {"+strings.Join(axesText(part.axes), ", ")+"}")
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// canonicalChoose returns a valid value of train.choose in its canonical form.
func canonicalChoose(text string) string {
	c, err := ParseChoose(text)
	if err != nil || text == ChooseDefault || text == ChooseNone {
		return text
	}
	return c.String()
}

// axesText returns the text KEY: [VALUE, ...] of each axis.
func axesText(axes []Axis) (parts []string) {
	for _, a := range axes {
		var values []string
		for _, v := range a.Values {
			values = append(values, strconv.Quote(v)) // YAML has the escapes of Go
		}
		parts = append(parts, a.Key+": ["+strings.Join(values, ", ")+"]")
	}
	return parts
}
