package hubcard

import "encoding/json"

// Classes returns the names of the classes of each column of class labels in a file. The values of such a column are indexes of these
// names. The names are read from metadata, which the library datasets writes into the file. The name of a nested column is its path with
// dots. If metadata has no classes, unknown has the columns of class labels in the card of the file's folder, or of a folder above it.
// Standard input ("-") has no folder.
func Classes(metadata, file string) (classes map[string][]string, unknown []string) {
	if classes = classNames(metadata); len(classes) > 0 || file == "-" {
		return classes, nil
	}
	c, err := cardAbove(file, func(c *card) bool { return c.Info.Kind != 0 })
	if err != nil || c == nil {
		return nil, nil // there is no card, or Read will return the error
	}
	return nil, c.classColumns(NameBelow(c.dir, file))
}

// classNames returns the classes in metadata, and none if it is other text.
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

// addClasses adds the classes of a feature and of the features inside it. A structure has features by name. A list is an object with the
// member feature, or a list of one feature.
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
