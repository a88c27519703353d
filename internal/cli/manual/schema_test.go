package manual_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// compiled is the schema, itself checked against draft 2020-12.
func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	var text bytes.Buffer
	must.Do(t, manual.WriteSchema(&text))
	document := must.Get(jsonschema.UnmarshalJSON(&text))(t)
	compiler := jsonschema.NewCompiler()
	must.Do(t, compiler.AddResource("axiomine.json", document))
	return must.Get(compiler.Compile("axiomine.json"))(t)
}

// accepts validates a YAML document.
func accepts(t *testing.T, schema *jsonschema.Schema, text []byte) error {
	t.Helper()
	var document any
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	raw := must.Get(json.Marshal(document))(t)
	value := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(raw)))(t)
	return schema.Validate(value)
}

// Every preset is a configuration, and so is what configs show prints of it.
func TestSchemaAcceptsPresets(t *testing.T) {
	schema := compiled(t)
	for _, name := range configs.Presets() {
		raw := must.Get(configs.Preset(name))(t)
		if err := accepts(t, schema, raw); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		loaded := must.Get(configs.Load(name, nil))(t)
		var shown bytes.Buffer
		must.Do(t, loaded.Write(&shown))
		if err := accepts(t, schema, shown.Bytes()); err != nil {
			t.Errorf("configs show -c %s: %v", name, err)
		}
	}
}

// The schema takes of every key what Load takes: another value, none beyond its bounds or choices.
func TestSchemaAgreesWithKeys(t *testing.T) {
	schema := compiled(t)
	written := func(k configs.Key, value any) []byte {
		return must.Get(yaml.Marshal(map[string]any{k.Noun(): map[string]any{k.Word(): value}}))(t)
	}
	typed := func(text string) (value any) {
		must.Do(t, yaml.Unmarshal([]byte(text), &value))
		return value
	}
	for _, k := range configs.Keys() {
		if err := accepts(t, schema, written(k, typed(keystest.Other(k)))); err != nil {
			t.Errorf("%s: %v", k.Name, err)
		}
		var wrong []any
		switch {
		case k.Closed():
			wrong = append(wrong, "no-such-value", 3)
		case k.Kind != reflect.String:
			wrong = append(wrong, "text")
		}
		if k.Range != nil {
			wrong = append(wrong, k.Range.Low-1)
		}
		if k.Range != nil && k.Range.High < 1e9 {
			wrong = append(wrong, k.Range.High+1)
		}
		for _, value := range wrong {
			if accepts(t, schema, written(k, value)) == nil {
				t.Errorf("%s: %v is accepted", k.Name, value)
			}
			var loaded configs.Config
			if err := loaded.Set(k.Name, fmt.Sprint(value)); err == nil && loaded.Validate() == nil {
				t.Errorf("%s: %v is loaded", k.Name, value)
			}
		}
	}
}

func TestSchemaOfSections(t *testing.T) {
	schema := compiled(t)
	for text, want := range map[string]bool{
		"{}":                    true,
		"gen:\ntokenize: {}\n":  true,
		"extends: wikiqa":       true,
		"extends: wikqa":        false,
		"gne: {k1: 1}":          false,
		"gen: {kk: 1}":          false,
		"gen: [k1]":             false,
		"gen: {axioms: [tfc1]}": false,
		"gen: {made: some}":     false,
		"gen: {retrieval: bm25+rm3, stemmer: 'snowball:german', pairs: 100, run: }": true,
		"train: {choose: none}": true,
		"train: {choose: {gen.vectors: ['', train], judged: {train.gate_start: [0.3]}}}": true,
		"train: {choose: {gen.vector: [train]}}":                                         false,
		"train: {choose: {axioms: {train.batch_size: [0]}}}":                             false,
		"sweep: {per: {gen.k1: [0.9, 1.2]}, on: {wikiqa: '{data}/../wikiqa'}}":           true,
		"sweep: {arms: {small: {gen.hits: 10, gen.ratio: '1:4'}}}":                       true,
		"sweep: {per: {gen.k1: []}}":                                                     false,
		"sweep: {over: {gen.k1: 0.9}}":                                                   false,
		"sweep: {under: {gen.k1: [0.9]}}":                                                false,
		"sweep: {arms: {small: {gen.hits: 0}}}":                                          false,
		"sweep: {on: {wikqa: x}}":                                                        false,
		"published: [{of: judged, measure: MAP, value: 0.25±0.02, source: x}]":           true,
		"published: [{of: judged, measure: MAP, value: 0.25}]":                           false,
		"published: [{source: x, where: {gen.made: some}}]":                              false,
		"original: {collection: WikiQA, documents: 5, test_queries: 2}":                  true,
		"original: {document: 5}":                                                        false,
		"original: {documents: -5}":                                                      false,
	} {
		if err := accepts(t, schema, []byte(text)); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestPageNamesEveryKey: the page has a row for each key and each limit on what is read.
func TestPageNamesEveryKey(t *testing.T) {
	page := page(t, "keys")
	for _, k := range configs.Keys() {
		if n := strings.Count(page, "\n| `"+k.Name+"` | "); n != 1 {
			t.Errorf("%s has %d rows", k.Name, n)
		}
	}
	for _, b := range safefile.Budgets {
		if !strings.Contains(page, "\n| "+b.Subject+" | ") {
			t.Errorf("%s has no row", b.Subject)
		}
	}
}
