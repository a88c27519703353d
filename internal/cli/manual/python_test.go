package manual

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

var update = flag.Bool("update", false, "write the options of the Python package anew")

// TestPythonOptions: the Python package knows the keys that there are.
func TestPythonOptions(t *testing.T) {
	const path = "../../../train/pytorch/src/axiomine/_options.py"
	var made bytes.Buffer
	must.Do(t, writePython(&made))
	if *update {
		must.Do(t, os.WriteFile(path, made.Bytes(), 0o666))
	}
	there := must.Get(os.ReadFile(path))(t)
	if !bytes.Equal(there, made.Bytes()) {
		t.Errorf("%s is not that of the table of keys: go test ./internal/cli/manual -run TestPythonOptions -update", path)
	}
}

const pythonIntroduction = `"""The program's options, written from its table of keys (TestPythonOptions, -update)."""

# ruff: noqa: E501
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

Path = str | os.PathLike[str]
Words = str | Sequence[str] | Mapping[str, object]

`

const outputFormat = "tokenize.output_format"

// Keys that functions have arguments for: all of them what is read, mine what is drawn. shards has one for the output format.
var (
	readBy  = map[string]bool{"gen.data": true, "gen.collection": true, "gen.topics": true, "gen.qrels": true, "gen.run": true}
	drawnBy = map[string]bool{"gen.axioms": true, "gen.ratio": true}
	// minedWith are the keys of shards that no shards of drawn pairs read: their function names the format, and has no candidates.
	minedWith = map[string]bool{outputFormat: true, "tokenize.candidates": true}
)

// pythonClasses are the types of the options that functions of the Python package take, each with those of the one before it.
var pythonClasses = []struct {
	name, base, doc string
	takes           func(configs.Key) bool
}{
	{"ShardOptions", "TypedDict", "Options of what writes shards.",
		func(k configs.Key) bool { return k.Noun() == "tokenize" && !minedWith[k.Name] }},
	{"MineOptions", "ShardOptions", "Options of what reads a collection and draws pairs.",
		func(k configs.Key) bool {
			return k.Noun() == "gen" && !readBy[k.Name] && !drawnBy[k.Name] || minedWith[k.Name] || weighs(k)
		}},
	{"ExperimentOptions", "MineOptions", "Options of an experiment.",
		func(k configs.Key) bool { return k.Noun() == "train" && !weighs(k) || drawnBy[k.Name] }},
}

// weighs says that a key of the loss is written into the drawn pairs, such as train.margin.
func weighs(k configs.Key) bool { return k.Noun() == "train" && k.Decides == configs.Pairs }

// writePython writes the options of the Python package: what gives each key by its name in Python, and a type for each kind of
// function.
func writePython(w io.Writer) error {
	var out strings.Builder
	out.WriteString(pythonIntroduction + "# What gives each key a value on a command line, without the equals sign.\nGIVEN_BY: dict[str, str] = {\n")
	for _, k := range configs.Keys() {
		words := strings.TrimSuffix(strings.Join(k.Words(""), "="), "=")
		fmt.Fprintf(&out, "    %q: %q,\n", pythonName(k), words)
	}
	out.WriteString("}\n")
	for _, class := range pythonClasses {
		fmt.Fprintf(&out, "\n\nclass %s(%s, total=False):\n    \"\"\"%s\"\"\"\n\n", class.name, class.base, class.doc)
		for _, k := range configs.Keys() {
			if class.takes(k) {
				fmt.Fprintf(&out, "    %s: %s\n    \"\"\"%s\"\"\"\n", pythonName(k), pythonType(k), pythonDoc(k))
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
	switch k.Kind {
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
	if k.Default != "" && k.Kind != reflect.Bool {
		text += " (default " + k.Default + ")"
	}
	return strings.ReplaceAll(text, `\`, `\\`)
}
