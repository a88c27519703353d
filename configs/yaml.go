package configs

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"
)

// extendsKey names the preset that a file builds on.
const extendsKey = "extends"

// mergeYAML checks a YAML document and lets viper lay its keys over what is there, after the preset it extends.
func (l *Loaded) mergeYAML(v *viper.Viper, file string, raw []byte, origin Origin) error {
	number := 0
	for line := range bytes.Lines(raw) {
		if number++; !utf8.Valid(line) {
			return errs.BadUsage("save it as UTF-8", "%s:%d: not UTF-8", file, number)
		}
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return badYAML(file, err)
	}
	if len(doc.Content) == 0 {
		return nil
	}
	root := doc.Content[0]
	const shape = "see axiomine configs show for the shape"
	if root.Kind != yaml.MappingNode {
		return errs.BadUsage(shape, "%s:%d: not a mapping of keys", file, root.Line)
	}
	if err := l.extend(v, file, root); err != nil {
		return err
	}
	nouns := []string{extendsKey, sweepKey, publishedKey, originalKey}
	for _, k := range keys() {
		nouns = append(nouns, k.Noun())
	}
	lineOf := map[string]int{}                     // line
	settings := &yaml.Node{Kind: yaml.MappingNode} // the sections of keys
	for noun, body := range entries(root) {
		switch {
		case !slices.Contains(nouns, noun.Value):
			return errs.BadUsage("did you mean "+errs.Nearest(noun.Value, nouns)+"?",
				"%s:%d: unknown section %s", file, noun.Line, noun.Value)
		case noun.Value == extendsKey || body.Tag == "!!null":
			continue
		case noun.Value == publishedKey:
			var err error
			if l.Published, err = readPublished(file, body); err != nil {
				return err
			}
			continue
		case noun.Value == originalKey:
			var err error
			if l.Original, err = readOriginal(file, body); err != nil {
				return err
			}
			continue
		case body.Kind != yaml.MappingNode:
			return errs.BadUsage(shape, "%s:%d: %s is no mapping of keys", file, noun.Line, noun.Value)
		case noun.Value == sweepKey:
			var err error
			if l.Sweep, err = readSweep(file, body); err != nil {
				return err
			}
			l.SweepBy = origin
			continue
		}
		settings.Content = append(settings.Content, noun, body)
		for key, value := range entries(body) {
			name := noun.Value + "." + key.Value
			k, err := keyIn(file, key.Line, name)
			if err != nil {
				return err
			}
			if first, twice := lineOf[name]; twice {
				return errs.BadUsage("remove one of them", "%s:%d: %s stands twice, first on line %d", file, key.Line, name, first)
			}
			lineOf[name] = key.Line
			if name == chooseKey && value.Kind == yaml.MappingNode {
				choose, err := readChoose(file, value)
				if err != nil {
					return err
				}
				*value = yaml.Node{Kind: yaml.ScalarNode, Value: choose.String()}
			}
			if value.Kind != yaml.ScalarNode {
				return errs.BadUsage("lists are written with commas: tfc1, m-tdc", "%s:%d: %s: a single value is wanted", file, value.Line, name)
			}
			if _, err := k.parse(value.Value); err != nil {
				return errs.BadUsage(shape, "%s:%d: %s: %v", file, value.Line, name, err)
			}
			value.Tag = "!!str" // its text, to the letter
			l.Origins[k.Name] = origin
		}
	}
	text, err := yaml.Marshal(settings)
	if err != nil {
		return err
	}
	v.SetConfigType("yaml")
	return v.MergeConfig(bytes.NewReader(text))
}

// extend lays the preset that a document names below it.
func (l *Loaded) extend(v *viper.Viper, file string, root *yaml.Node) error {
	for key, value := range entries(root) {
		if key.Value != extendsKey {
			continue
		}
		preset, err := presetFiles.ReadFile("presets/" + value.Value + ".yaml")
		if err != nil {
			return errs.BadUsage("did you mean "+errs.Nearest(value.Value, Presets())+"?", "%s:%d: no preset %q", file, value.Line, value.Value)
		}
		if err := l.mergeYAML(v, "preset "+value.Value, preset, Origin("preset "+value.Value)); err != nil {
			return err
		}
	}
	return nil
}

// entries yields the keys and values of a mapping in their order.
func entries(mapping *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		for i := 0; i+1 < len(mapping.Content); i += 2 {
			if !yield(mapping.Content[i], mapping.Content[i+1]) {
				return
			}
		}
	}
}

// badYAML gives a syntax error its place. The library counts lines from 0 in its parser's messages ("did not find
// expected ...") and from 1 in its scanner's, and leaves out the first.
func badYAML(file string, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if _, rest, ok := strings.Cut(text, ": "); ok {
		if n, _ := fmt.Sscanf(text, "line %d:", &line); n == 1 {
			text = rest
		}
	}
	if line == 0 || strings.HasPrefix(text, "did not find expected ") {
		line++
	}
	return errs.BadUsage("mend the YAML", "%s:%d: %s", file, line, text)
}
