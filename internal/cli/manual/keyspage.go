package manual

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

const introduction = `
What a key decides is the earliest stage whose result it can change; *nothing* is speed alone.
`

var kindNames = map[reflect.Kind]string{
	reflect.String: "text", reflect.Int: "whole number", reflect.Float64: "number", reflect.Bool: "true, false",
}

// writeKeys writes a table of keys for each section and one of what an input may become, in Markdown.
func writeKeys(page *strings.Builder) {
	page.WriteString(introduction)
	noun := ""
	for _, k := range configs.Keys() {
		if k.Noun() != noun {
			noun = k.Noun()
			fmt.Fprintf(page, "\n## %s\n\n| key | flag | default | values | decides | meaning |\n|---|---|---|---|---|---|\n", noun)
		}
		cells := []string{quote(k.Name), quote(k.Option()), quote(k.Default), valuesText(k), decidesText(k), k.Help()}
		for i, cell := range cells {
			cells[i] = strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(cell)
		}
		fmt.Fprintf(page, "| %s |\n", strings.Join(cells, " | "))
	}
	writeBudgets(page)
}

const budgetsIntroduction = `
## Limits on what is read

A larger input is an error that names the limit. An input below 1 MiB takes at most 512 MiB of memory and 5 seconds to read; the fuzz tests
of the readers fail beyond. There is one exception, a long text in a packed file. One row of 60 MB took gen and audit up to 1.1 GB and 7
CPU-seconds.

Memory after reading grows with the candidates, about 50 bytes each: 10 million took 480 MiB. Time grows with the queries and the square of
their candidates.

| what | at most | flag | beyond |
|---|---|---|---|
`

// writeBudgets writes the table of what an input may become.
func writeBudgets(page *strings.Builder) {
	page.WriteString(budgetsIntroduction)
	for _, b := range safefile.Budgets {
		flag := b.Flag
		if strings.HasPrefix(flag, "--") {
			flag = quote(flag)
		}
		fmt.Fprintf(page, "| %s | %s | %s | %s |\n", b.Subject, groupNumbers(b.Most), flag, b.Consequence)
	}
}

// longNumber is a number that is read more easily with separators.
var longNumber = lazy.Regexp(`\d{4,}`)

// groupNumbers returns a text with its numbers in groups of three digits.
func groupNumbers(text string) string {
	return longNumber().ReplaceAllStringFunc(text, func(digits string) string {
		n, _ := strconv.Atoi(digits) // it was an int
		return terminal.Group(n)
	})
}

// quote returns a word of the command line in Markdown; nothing for an empty one.
func quote(word string) string {
	if word == "" {
		return ""
	}
	return "`" + word + "`"
}

// valuesText describes what the key takes: its choices, its bounds, or its kind.
func valuesText(k configs.Key) string {
	kind := kindNames[k.Kind]
	switch {
	case k.Range != nil:
		return kind + ", " + k.Range.String()
	case len(k.Choices) == 0:
		return kind
	}
	var parts []string
	for _, c := range k.Choices {
		parts = append(parts, quote(c.Value+c.Form))
	}
	if k.Open {
		parts = append(parts, "..")
	}
	return strings.Join(parts, " ")
}

// decidesText describes the key's stage: "vocabulary; documents with gen.tokenizer: wordpiece".
func decidesText(k configs.Key) string {
	if k.Sooner == nil {
		return k.Decides.String()
	}
	return strings.Join([]string{k.Decides.String(), fmt.Sprintf("%v with %s: %s", k.Sooner.Stage, k.Sooner.Key, k.Sooner.Value)}, "; ")
}

// object is a JSON object of a schema.
type object = map[string]any

// WriteSchema writes the JSON Schema (draft 2020-12) of a configuration file: its sections of keys, what it extends, and the sections
// sweep, published and original.
func WriteSchema(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(schema())
}

func schema() object {
	properties := object{
		"extends": object{"description": "the preset that the file builds on", "enum": configs.Presets()},
		"sweep":   orNothing(sweepSchema()),
		"published": object{"description": "what sources report of the experiment", "type": []string{"array", "null"},
			"items": publishedSchema()},
		"original": orNothing(originalSchema()),
	}
	definitions := object{"settings": byKey(reference), "axes": byKey(axisOf)}
	words := map[string]object{} // by noun
	for _, k := range configs.Keys() {
		if words[k.Noun()] == nil {
			words[k.Noun()] = object{}
			properties[k.Noun()] = orNothing(newObject("keys of "+k.Noun(), words[k.Noun()]))
		}
		words[k.Noun()][k.Word()] = reference(k)
		definitions[k.Name] = schemaOf(k)
	}
	document := newObject("a configuration file of axiomine", properties)
	document["$schema"], document["$defs"] = "https://json-schema.org/draft/2020-12/schema", definitions
	return document
}

// newObject returns the schema of an object that has no other members than these.
func newObject(description string, properties object) object {
	return object{"type": "object", "description": description, "properties": properties, "additionalProperties": false}
}

// orNothing returns the schema of a section with null allowed in its place.
func orNothing(section object) object {
	section["type"] = []string{"object", "null"}
	return section
}

func definition(name string) object { return object{"$ref": "#/$defs/" + name} }

func reference(k configs.Key) any { return definition(k.Name) }

func axisOf(k configs.Key) any { return object{"type": "array", "minItems": 1, "items": reference(k)} }

// byKey returns the schema of a mapping of full names of keys.
func byKey(value func(configs.Key) any) object {
	properties := object{}
	for _, k := range configs.Keys() {
		properties[k.Name] = value(k)
	}
	return object{"type": "object", "properties": properties, "additionalProperties": false}
}

// schemaOf returns the schema of the key's value in a file.
func schemaOf(k configs.Key) object {
	s := object{"description": k.Help(), "default": k.Standard()}
	switch {
	case k.Kind == reflect.Bool:
		s["type"] = "boolean"
	case k.Kind == reflect.Int:
		s["type"] = "integer"
	case k.Kind == reflect.Float64:
		s["type"] = "number"
	case k.Name == "train.choose":
		s["anyOf"] = []any{object{"enum": k.Values()}, object{"type": "string"}, chooseSchema()}
	case k.Closed():
		s["enum"] = allowedValues(k)
	case len(k.Choices) > 0:
		s["anyOf"] = []any{object{"enum": allowedValues(k)}, anyText()}
	default:
		s["type"] = anyText()["type"]
	}
	if k.Range != nil {
		addBounds(k, s)
	}
	return s
}

// allowedValues returns the values among the choices, and what else stands for the default.
func allowedValues(k configs.Key) (values []any) {
	for _, v := range k.Values() {
		values = append(values, v)
	}
	if k.Default == "" {
		values = append(values, "", nil)
	}
	return values
}

// anyText returns a text, which YAML takes for a number where it looks like one, and for null where it is empty.
func anyText() object { return object{"type": []string{"string", "number", "null"}} }

// addBounds adds the bounds of a key's numbers to its schema.
func addBounds(k configs.Key, s object) {
	r := k.Range
	switch {
	case r.ExcludesLow:
		s["exclusiveMinimum"] = r.Low
	case !math.IsInf(r.Low, -1):
		s["minimum"] = r.Low
	}
	if !math.IsInf(r.High, 1) {
		s["maximum"] = r.High
	}
}

// chooseSchema returns the schema of a mapping of train.choose.
func chooseSchema() object {
	s := byKey(axisOf)
	properties := s["properties"].(object)
	properties["judged"], properties["axioms"] = definition("axes"), definition("axes")
	return s
}

func sweepSchema() object {
	return newObject("a grid of settings", object{
		"per":  object{"description": "for every combination of these one is chosen", "$ref": "#/$defs/axes"},
		"over": object{"description": "what is chosen from", "$ref": "#/$defs/axes"},
		"arms": object{"description": "named settings of several keys", "type": "object", "additionalProperties": definition("settings")},
		"on": object{"description": "other collections: the folder of each by its preset", "type": "object",
			"propertyNames": object{"enum": configs.Presets()}, "additionalProperties": object{"type": "string"}},
	})
}

func publishedSchema() object {
	text := object{"type": "string"}
	cell := object{"type": []string{"number", "string", "null"}}
	s := newObject("a number, a table or a remark", object{
		"of": text, "measure": text, "source": text, "split": text,
		"table":   object{"description": "the source's own number of it", "type": []string{"string", "number"}},
		"value":   object{"description": "0.25, or with its 95 % interval 0.25±0.02", "type": cell["type"]},
		"columns": object{"description": "of a table: the measures", "type": "array", "items": text},
		"rows": object{"description": "of a table: its cells by what they are of", "type": "object",
			"additionalProperties": object{"type": "array", "items": cell}},
		"ours":  object{"description": "of a table: our systems by its rows", "type": "object", "additionalProperties": text},
		"where": definition("settings"),
	})
	s["required"] = []string{"source"}
	return s
}

func originalSchema() object {
	text, count := object{"type": "string"}, object{"type": "integer", "minimum": 0}
	return newObject("what the published numbers come from",
		object{"collection": text, "documents": count, "queries": count, "test_queries": count, "model": text})
}
