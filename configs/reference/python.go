package reference

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
)

const pythonIntroduction = `"""The program's options, written from its table of keys (TestPythonOptions, -update)."""

# ruff: noqa: E501
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

Path = str | os.PathLike[str]
Words = str | Sequence[str] | Mapping[str, object]

`

// pythonNouns are the sections whose keys a function of the Python package takes, and the name of their type. A key whose values the
// function has arguments for is left out.
var pythonNouns = []struct {
	class string
	nouns []string
	doc   string
}{
	{"ShardOptions", []string{"tokenize"}, "Options of what writes shards."},
	{"MineOptions", []string{"gen", "tokenize"}, "Options of what reads a collection and draws pairs."},
	{"ExperimentOptions", []string{"gen", "tokenize", "train"}, "Options of an experiment."},
}

// pythonArguments are the keys that functions have arguments for.
var pythonArguments = map[string]bool{"gen.data": true, "gen.collection": true, "gen.topics": true, "gen.qrels": true, "gen.run": true,
	"gen.axioms": true, "gen.ratio": true}

// WritePython writes the options of the Python package: the flag of every key by its name in Python, and a type for each kind of
// function. Axioms and the ratio are arguments of mine, and options of an
// experiment; the output format is an argument of shards alone.
func WritePython(w io.Writer) error {
	var out strings.Builder
	out.WriteString(pythonIntroduction + "FLAGS: dict[str, str] = {\n")
	for _, k := range configs.Keys() {
		if k.Noun() != "embed" { // of a command that the package does not have
			fmt.Fprintf(&out, "    %q: %q,\n", pythonName(k), k.Flag())
		}
	}
	out.WriteString("}\n")
	for _, class := range pythonNouns {
		fmt.Fprintf(&out, "\n\nclass %s(TypedDict, total=False):\n    \"\"\"%s\"\"\"\n\n", class.class, class.doc)
		for _, noun := range class.nouns {
			for _, k := range configs.Keys() {
				argument := pythonArguments[k.Name]
				switch class.class {
				case "ExperimentOptions":
					argument = argument && k.Name != "gen.axioms" && k.Name != "gen.ratio"
				case "ShardOptions":
					argument = argument || k.Name == "tokenize.output_format"
				}
				if k.Noun() == noun && !argument {
					fmt.Fprintf(&out, "    %s: %s\n    \"\"\"%s\"\"\"\n", pythonName(k), pythonType(k), pythonDoc(k))
				}
			}
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// pythonWords are names that Python keeps for itself; their options end in an underscore.
var pythonWords = map[string]bool{"lambda": true}

func pythonName(k configs.Key) string {
	name := strings.ReplaceAll(k.Flag(), "-", "_")
	if pythonWords[name] {
		name += "_"
	}
	return name
}

func pythonType(k configs.Key) string {
	switch k.Kind() {
	case reflect.Bool:
		return "bool | None"
	case reflect.Int:
		return "int | None"
	case reflect.Float64:
		return "float | None"
	}
	switch {
	case k.Closed():
		values := make([]string, len(k.Values()))
		for i, v := range k.Values() {
			values[i] = strconv.Quote(v)
		}
		return "Literal[" + strings.Join(values, ", ") + "] | None"
	case k.Placeholder() == "PATH":
		return "Path | None"
	}
	return "Words | Path | float | None"
}

// pythonDoc is the key's help, and its default, in a string of three quotes.
func pythonDoc(k configs.Key) string {
	text := k.Help()
	if k.Default != "" && k.Kind() != reflect.Bool {
		text += " (default " + k.Default + ")"
	}
	return strings.ReplaceAll(text, `\`, `\\`)
}
