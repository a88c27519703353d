package hubcard

import "encoding/json"

// Classes returns the names of the classes of each column of class labels in a file, whose values are places in them, by metadata: what the
// library datasets wrote into the file. Names of nested columns are joined by dots. Where it has none, unknown are the columns of class
// labels by the card of the file's folder, or of a folder above it. Standard input ("-") has no folder.
func Classes(metadata, file string) (classes map[string][]string, unknown []string) {
	if classes = classNames(metadata); len(classes) > 0 || file == "-" {
		return classes, nil
	}
	c, err := cardAbove(file, func(c *card) bool { return c.Info.Kind != 0 })
	if err != nil || c == nil {
		return nil, nil // no card; who reads the folder by it tells
	}
	return nil, c.classColumns(NameBelow(c.dir, file))
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
