package hubcard

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// cardClasses returns the classes by the card of a file's folder or of a folder above it. Where the card has several configurations, it is
// that of the file; a column whose classes cannot be told has none, and a doubt.
func cardClasses(file string) (classes map[string][]string, doubts map[string]string) {
	c, dir, err := cardAbove(file, func(c *card) bool { return c.Info.Kind != 0 })
	switch {
	case err != nil && cardHas(dir, "class_label"):
		return nil, map[string]string{"": "the card of README.md cannot be parsed"}
	case err != nil || c == nil:
		return nil, nil
	}
	return c.classes(dir, file)
}

// configInfo is what a card says of the columns of a configuration.
type configInfo struct {
	Name     string    `yaml:"config_name"`
	Features yaml.Node `yaml:"features"`
}

// classes returns the classes of the columns of a file, and why those of some cannot be told.
func (c *card) classes(dir, file string) (all map[string][]string, doubts map[string]string) {
	var info configInfo
	var list []configInfo
	if c.Info.Decode(&info) == nil {
		list = append(list, info)
	} else if c.Info.Decode(&list) != nil {
		return nil, nil
	}
	name := NamesBelow(dir, []string{file})[0]
	isOf := map[string]bool{} // configurations of the file
	for i := range c.Configs {
		if config := &c.Configs[i]; len(config.splits(dir, []string{name})) > 0 {
			isOf[config.Name] = true
		}
	}
	if len(isOf) == 0 {
		for _, folder := range strings.Split(name, "/") {
			isOf[folder] = true
		}
	}
	if mine := slices.DeleteFunc(slices.Clone(list), func(i configInfo) bool { return !isOf[i.Name] }); len(mine) > 0 {
		list = mine
	}
	all, doubts = map[string][]string{}, map[string]string{}
	for i := range list {
		classes := map[string][]string{}
		addCardClasses(classes, "", &list[i].Features)
		for column, names := range classes {
			labels, has := all[column]
			switch {
			case names == nil:
				doubts[column] = "README.md names the classes of " + column + " in a form that is not read"
			case has && !slices.Equal(labels, names) && doubts[column] == "":
				doubts[column] = "configurations of README.md have other classes of " + column + ", and none is that of this file"
			}
			all[column] = names
		}
	}
	maps.DeleteFunc(all, func(column string, _ []string) bool { return doubts[column] != "" })
	return all, doubts
}

// addCardClasses adds the classes of a feature and of those inside it, nil for those that cannot be read. Features in a list have names
// of their own.
func addCardClasses(classes map[string][]string, name string, n *yaml.Node) {
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			var inner struct {
				Name string `yaml:"name"`
			}
			if item.Decode(&inner) == nil && inner.Name != "" {
				addCardClasses(classes, strings.TrimPrefix(name+"."+inner.Name, "."), item)
			}
		}
		return
	}
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		switch value := n.Content[i+1]; n.Content[i].Value {
		case "class_label":
			var label struct {
				Names yaml.Node `yaml:"names"`
			}
			if value.Decode(&label) == nil {
				classes[name] = classList(&label.Names)
			}
		case "dtype", "struct", "sequence", "list", "large_list":
			addCardClasses(classes, name, value)
		}
	}
}

// classList reads the names of classes: a list, or names by their place from 0; nil if they are neither.
func classList(n *yaml.Node) []string {
	var list []string
	if n.Kind == yaml.SequenceNode && n.Decode(&list) == nil {
		return list
	}
	var byPlace map[string]string
	if n.Kind != yaml.MappingNode || n.Decode(&byPlace) != nil {
		return nil
	}
	for place := range len(byPlace) {
		name, has := byPlace[strconv.Itoa(place)]
		if !has {
			return nil
		}
		list = append(list, name)
	}
	return list
}

// Classes returns the names of the classes of each column of class labels in a file, whose values are places in them. Names of nested
// columns are joined by dots. metadata is what the library wrote into the file; if it has no classes, they are those of the card of
// the file's folder or of a folder above it. Standard input ("-") has no folder. doubts says of a column that has classes by the card
// why they cannot be told; "" stands for all columns.
func Classes(metadata, file string) (classes map[string][]string, doubts map[string]string) {
	if classes := classNames(metadata); len(classes) > 0 || file == "-" {
		return classes, nil
	}
	return cardClasses(file)
}

// classNames returns the classes in metadata; other text has none.
func classNames(metadata string) map[string][]string {
	var table struct {
		Info struct {
			Features map[string]json.RawMessage `json:"features"`
		} `json:"info"`
	}
	if json.Unmarshal([]byte(metadata), &table) != nil {
		return nil
	}
	classes := map[string][]string{}
	for name, feature := range table.Info.Features {
		addClasses(classes, name, feature)
	}
	return classes
}

// addClasses adds the classes of a feature and of those inside it: a structure has features by name, a list has one under feature, or is
// a list of one.
func addClasses(classes map[string][]string, name string, feature json.RawMessage) {
	var list []json.RawMessage
	if json.Unmarshal(feature, &list) == nil && len(list) == 1 {
		feature = list[0]
	}
	var label struct {
		Type  string   `json:"_type"`
		Names []string `json:"names"`
	}
	if json.Unmarshal(feature, &label) == nil && label.Type == "ClassLabel" {
		classes[name] = label.Names
		return
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(feature, &members) != nil {
		return
	}
	for member, inner := range members {
		if member == "feature" && label.Type != "" {
			addClasses(classes, name, inner)
		} else {
			addClasses(classes, name+"."+member, inner)
		}
	}
}
