package configs

import (
	"embed"
	"slices"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"go.yaml.in/yaml/v3"
)

//go:embed presets/*.yaml
var presetFiles embed.FS

// Demo is the embedded collection, in MS MARCO layout.
//
//go:embed demo/*.tsv demo/*.txt
var Demo embed.FS

// Presets lists the names of the presets.
func Presets() []string {
	entries, err := presetFiles.ReadDir("presets")
	if err != nil {
		panic(err) // the files are part of the binary
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	sort.Strings(names)
	return names
}

// studySource is where presets come from: a study, whose presets begin with its first author's name, or this project.
type studySource struct{ Name, Text string }

// Sources are the studies whose experiments presets describe, by year; what none of them describes is the project's own.
var Sources = []studySource{
	{"rennings", "Rennings, Axiomatic Thinking in Neural IR, master's thesis, TU Delft, April 2019"},
	{"carraro", "Carraro, A reproducibility study of a neural IR system, master's thesis, Padova, July 2019"},
	{"camara", "Câmara, Hauff, Diagnosing BERT with Retrieval Heuristics, ECIR 2020"},
	{"klose", "Klose, Multi-Task-Learning mit Transformer Modellen für die Ad-Hoc Suche mittels Information-Retrieval Axiomen, " +
		"bachelor's thesis, Halle, November 2021"},
	{"", "this project's own"},
}

// Presets lists the source's presets.
func (s studySource) Presets() []string {
	return slices.DeleteFunc(Presets(), func(preset string) bool { return sourceOf(preset) != s.Name })
}

// sourceOf returns the name of a preset's source: what stands before its first dash, or nothing.
func sourceOf(preset string) string {
	name, _, _ := strings.Cut(preset, "-")
	if slices.ContainsFunc(Sources, func(s studySource) bool { return s.Name == name }) {
		return name
	}
	return ""
}

// Preset returns a preset's YAML.
func Preset(name string) ([]byte, error) {
	raw, err := presetFiles.ReadFile("presets/" + name + ".yaml")
	if err != nil {
		return nil, errs.BadUsage(errs.Suggestion(name, Presets()...)+"axiomine configs list names them all",
			"no preset or file %q", name)
	}
	return raw, nil
}

// About returns a preset's first comment line.
func About(name string) string {
	raw, err := Preset(name)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "#"))
}

// PresetOf returns the preset that a name given with -c begins from: itself where it is one, what it extends where it is a file, "" for
// none.
func PresetOf(name string) (string, error) {
	if name == "" || slices.Contains(Presets(), name) {
		return name, nil
	}
	raw, err := safefile.ReadFile(name, safefile.Whole)
	if err != nil {
		return "", err
	}
	var file struct {
		Extends string `yaml:"extends"`
	}
	if err := yaml.Unmarshal(raw, &file); err != nil {
		return "", badYAML(name, err)
	}
	return file.Extends, nil
}
