package hubcard

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// cardLevels is the number of folders above a file in which its card is looked for.
const cardLevels = 3

// cardClasses returns the classes by the card of a file's folder or of a folder above it. Where the card has several configurations, it is
// that of the file; a column whose classes cannot be told has none.
func cardClasses(file string) map[string][]string {
	for dir, level := filepath.Dir(file), 0; level < cardLevels; dir, level = filepath.Dir(dir), level+1 {
		var c card
		if readCard(dir, &c) != nil {
			return nil // not a card; who reads the folder by it tells
		}
		if c.Info.Kind != 0 {
			return c.classes(dir, file)
		}
	}
	return nil
}

// configInfo is what a card says of the columns of a configuration.
type configInfo struct {
	Name     string    `yaml:"config_name"`
	Features yaml.Node `yaml:"features"`
}

// classes returns the classes of the columns of a file.
func (c *card) classes(dir, file string) map[string][]string {
	var one configInfo
	var list []configInfo
	if c.Info.Decode(&one) == nil {
		list = append(list, one)
	} else if c.Info.Decode(&list) != nil {
		return nil
	}
	name := NamesBelow(dir, []string{file})[0]
	isOf := map[string]bool{} // configurations of the file
	configs, _ := fromCard(dir, []string{name})
	for _, config := range configs {
		isOf[config.Name] = true
	}
	if len(isOf) == 0 {
		for _, folder := range strings.Split(name, "/") {
			isOf[folder] = true
		}
	}
	if mine := slices.DeleteFunc(slices.Clone(list), func(i configInfo) bool { return !isOf[i.Name] }); len(mine) > 0 {
		list = mine
	}
	all := map[string][]string{}
	for i := range list {
		found := map[string][]string{}
		addCardClasses(found, "", &list[i].Features)
		for column, names := range found {
			if known, has := all[column]; has && !slices.Equal(known, names) {
				names = nil
			}
			all[column] = names
		}
	}
	maps.DeleteFunc(all, func(_ string, names []string) bool { return names == nil })
	return all
}

// addCardClasses adds the classes of a feature and of those inside it. Features in a list have names of their own.
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
				if names := classList(&label.Names); names != nil {
					classes[name] = names
				}
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
