package configs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"go.yaml.in/yaml/v3"
)

// Names of YAML types in errors.
const (
	mapping = "a mapping"
	single  = "a single value"
	list    = "a list"
)

// kinds maps the names of YAML types to the types.
var kinds = map[string]yaml.Kind{mapping: yaml.MappingNode, list: yaml.SequenceNode, single: yaml.ScalarNode}

// shapeOfFile is the hint for an error that concerns no single part of a file.
const shapeOfFile = "see axiomine configs show for the shape"

// checkKind returns an error unless a part of a file has the YAML type want: mapping, list or single. A single value must be text; an
// empty one counts as "".
func checkKind(file, part string, node *yaml.Node, want, hint string) error {
	if node.Kind == kinds[want] {
		if want != single || isText(node) {
			return nil
		}
	}
	return errs.BadUsage(hint, "%s:%d: %s is %s, not %s", file, node.Line, part, describe(node), want)
}

// isText reports whether a scalar means its own letters. ~ and null mean no value, and !!binary encodes other bytes.
func isText(scalar *yaml.Node) bool {
	switch scalar.ShortTag() {
	case "!!str", "!!int", "!!float", "!!bool", "!!timestamp":
		return true
	case "!!null":
		return scalar.Value == ""
	}
	return false
}

// describe returns the YAML type of a part of a file in words.
func describe(node *yaml.Node) string {
	switch {
	case node.Kind == yaml.MappingNode:
		return mapping
	case node.Kind == yaml.SequenceNode:
		return list
	case node.Kind == yaml.AliasNode:
		return "the alias *" + node.Value
	case isEmpty(node):
		return "empty"
	case node.ShortTag() == "!!null":
		return "the YAML word " + node.Value + " for nothing"
	case !isText(node):
		return "a value of the YAML type " + node.ShortTag()
	}
	const most = 40
	text := node.Value
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + " .."
	}
	return "the value " + strconv.Quote(text)
}

// singleHint returns a hint on how to write a single value of a key.
func singleHint(key string, node *yaml.Node) string {
	switch {
	case node.Kind == yaml.SequenceNode:
		return "lists are written with commas: tfc1, m-tdc"
	case node.Kind == yaml.ScalarNode && node.ShortTag() == "!!null":
		return fmt.Sprintf(`write %s: "" for an empty value, or %q in quotes for the word`, key, node.Value)
	}
	return "write " + key + ": VALUE"
}

// checkValue returns an error unless a node is a single value of a key.
func checkValue(file string, k Key, value *yaml.Node) error {
	if err := checkKind(file, k.Name, value, single, singleHint(k.Word(), value)); err != nil {
		return err
	}
	if _, err := parse(k.Kind, value.Value); err != nil {
		return errs.BadUsage(shapeOfFile, "%s:%d: %s: %v", file, value.Line, k.Name, err)
	}
	return nil
}

// checkMapping returns an error unless a part of a file is a mapping of single names, each once.
func checkMapping(file, part string, node *yaml.Node, hint string) error {
	if err := checkKind(file, part, node, mapping, hint); err != nil {
		return err
	}
	return checkNames(file, part, node)
}

// checkNames returns an error for a name of a mapping that is no single value, or is repeated.
func checkNames(file, part string, body *yaml.Node) error {
	lines := map[string]int{}
	for name := range entries(body) {
		if err := checkKind(file, "a name in "+part, name, single, "write NAME: VALUE"); err != nil {
			return err
		}
		if first, twice := lines[name.Value]; twice {
			return errs.BadUsage("remove one of them", "%s:%d: %s stands twice, first on line %d", file, name.Line,
				strings.TrimPrefix(part+"."+name.Value, topOfFile+"."), first)
		}
		lines[name.Value] = name.Line
	}
	return nil
}

// checkParts returns an error for a part of a section that is unknown, is repeated, or has another YAML type than shapes gives.
func checkParts(file, section string, body *yaml.Node, shapes map[string]string) error {
	if err := checkNames(file, section, body); err != nil {
		return err
	}
	for name, value := range entries(body) {
		want, has := shapes[name.Value]
		if !has {
			nearest := errs.Nearest(name.Value, slices.Sorted(maps.Keys(shapes)))
			return errs.BadUsage("did you mean "+nearest+"?", "%s:%d: unknown part %s of %s", file, name.Line, name.Value, section)
		}
		if err := checkKind(file, section+"."+name.Value, value, want, "write "+name.Value+" as "+want); err != nil {
			return err
		}
	}
	return nil
}

// topOfFile is the name of the top level of a file in errors.
const topOfFile = "the file"

// rootOf returns the mapping of sections that a file holds, or nil for an empty file.
func rootOf(file string, raw []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(raw))
	var doc, next yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, badYAML(file, err)
	}
	switch err := dec.Decode(&next); {
	case errors.Is(err, io.EOF):
	case err != nil:
		return nil, badYAML(file, err)
	default:
		return nil, errs.BadUsage("write one file for each", "%s:%d: a second YAML document, and one is read", file, next.Line)
	}
	root := doc.Content[0]
	if isEmpty(root) {
		return nil, nil
	}
	if err := checkMapping(file, topOfFile, root, shapeOfFile); err != nil {
		return nil, err
	}
	return root, nil
}

func isEmpty(part *yaml.Node) bool {
	return part.Kind == yaml.ScalarNode && part.ShortTag() == "!!null" && part.Value == ""
}
