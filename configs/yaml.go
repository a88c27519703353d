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

// extendsKey is the key that names the preset that a file builds on.
const extendsKey = "extends"

// mergeYAML checks a YAML document and merges its keys into viper, after those of the preset that it extends.
func (l *LoadedConfig) mergeYAML(v *viper.Viper, file string, raw []byte, origin Origin) error {
	number := 0
	for line := range bytes.Lines(raw) {
		if number++; !utf8.Valid(line) {
			return errs.BadUsage("save it as UTF-8", "%s:%d: not UTF-8", file, number)
		}
	}
	root, err := rootOf(file, raw)
	if root == nil || err != nil {
		return err
	}
	if err := l.extend(v, file, root); err != nil {
		return err
	}
	nouns := []string{extendsKey, sweepKey, publishedKey, originalKey}
	for _, k := range keys() {
		nouns = append(nouns, k.Noun())
	}
	for noun, body := range entries(root) {
		if !slices.Contains(nouns, noun.Value) {
			return errs.BadUsage("did you mean "+errs.Nearest(noun.Value, nouns)+"?", "%s:%d: unknown section %s", file, noun.Line, noun.Value)
		}
		if noun.Value == extendsKey || body.Tag == "!!null" {
			continue
		}
		var err error
		switch noun.Value {
		case publishedKey:
			l.Published, err = readPublished(file, body)
		case originalKey:
			l.Original, err = readOriginal(file, body)
		case sweepKey:
			l.SweepBy = origin
			l.Sweep, err = readSweep(file, body)
		default:
			err = l.readSection(v, file, noun.Value, body, origin)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readSection checks the keys of a section, merges their texts into viper and records their origin.
func (l *LoadedConfig) readSection(v *viper.Viper, file, noun string, body *yaml.Node, origin Origin) error {
	if err := checkMapping(file, noun, body, "write "+noun+": {KEY: VALUE}"); err != nil {
		return err
	}
	texts := map[string]any{}
	for key, value := range entries(body) {
		k, err := keyIn(file, key.Line, noun+"."+key.Value)
		if err != nil {
			return err
		}
		if k.Name == chooseKey && value.Kind == yaml.MappingNode {
			choose, err := readChoose(file, value)
			if err != nil {
				return err
			}
			*value = yaml.Node{Kind: yaml.ScalarNode, Value: choose.String()}
		}
		if err := checkValue(file, k, value); err != nil {
			return err
		}
		texts[key.Value], l.Origins[k.Name] = value.Value, origin
	}
	return v.MergeConfigMap(map[string]any{noun: texts})
}

// extend merges the preset that a document extends.
func (l *LoadedConfig) extend(v *viper.Viper, file string, root *yaml.Node) error {
	for key, value := range entries(root) {
		if key.Value != extendsKey {
			continue
		}
		if err := checkKind(file, extendsKey, value, single, "name a preset: axiomine configs list has them"); err != nil {
			return err
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

// badYAML returns a syntax error with its file and line. The YAML library counts lines from 0 in its parser's messages ("did not find
// expected ...") and from 1 in its scanner's, and omits the number of the first line.
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
