package configs

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
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
	names := lists.Map(entries, func(e fs.DirEntry) string { return strings.TrimSuffix(e.Name(), ".yaml") })
	slices.Sort(names)
	return names
}

// studySource is the origin of presets: a study, whose presets begin with its first author's name, or this project.
type studySource struct{ Name, Text string }

// Sources lists the studies whose experiments presets describe, by year, and then this project, for all other presets.
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

// sourceOf returns the name of a preset's study, the part before its first dash; "" for a preset of this project.
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

// PresetOf returns the preset behind a name given with -c: the name itself for a preset, the extended preset for a file, "" for none.
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

// originalKey is the section of a file that describes the data and the model of its published numbers.
const originalKey = "original"

// Original describes the data and the model of an experiment, as far as they may differ from ours. Fields that are 0 or "" are unknown.
type Original struct {
	Collection  string `yaml:"collection"`
	Documents   int    `yaml:"documents"`
	Queries     int    `yaml:"queries"`      // number of queries in all
	TestQueries int    `yaml:"test_queries"` // number of queries that measures are averaged over
	Rows        int    `yaml:"-"`            // training rows: in a published experiment of all tasks, in ours the pairs
	Model       string `yaml:"model"`
}

func readOriginal(file string, body *yaml.Node) (o Original, err error) {
	const hint = "write original: {collection: NAME, documents: N, queries: N, test_queries: N, model: NAME}"
	if err := checkKind(file, originalKey, body, mapping, hint); err != nil {
		return o, err
	}
	shapes := map[string]string{"collection": single, "documents": single, "queries": single, "test_queries": single, "model": single}
	if err := checkParts(file, originalKey, body, shapes); err != nil {
		return o, err
	}
	for part, value := range entries(body) {
		if n, err := strconv.Atoi(value.Value); part.Value != "collection" && part.Value != "model" && (err != nil || n < 0) {
			return o, errs.BadUsage(hint, "%s:%d: original.%s: %q is no number of things", file, value.Line, part.Value, value.Value)
		}
	}
	if err := body.Decode(&o); err != nil {
		return o, errs.BadUsage(hint, "%s:%d: original: %v", file, body.Line, err)
	}
	return o, nil
}

// String returns the known fields in words; "" if none is known.
func (o Original) String() string {
	if o.Collection == "" {
		return ""
	}
	text := "published on " + o.Collection
	for _, n := range []struct {
		number int
		noun   string
	}{{o.Documents, "documents"}, {o.Queries, "queries"}, {o.TestQueries, "test queries"}} {
		if n.number > 0 {
			text += ", " + terminal.Group(n.number) + " " + n.noun
		}
	}
	if o.Model != "" {
		text += ", with " + o.Model
	}
	return text
}

// DescribeReduction returns a sentence on how our experiment differs from the published one, and "" if they agree. Numbers within 1 %
// of each other agree, because sources round.
func (o Original) DescribeReduction(ours Original) string {
	var parts []string
	smaller := false
	compare := func(theirs, here int, text string) {
		if theirs == 0 || here == 0 || 100*max(theirs-here, here-theirs) <= theirs {
			return
		}
		smaller = smaller || here < theirs
		parts = append(parts, text)
	}
	compare(o.Documents, ours.Documents, fmt.Sprintf("collection %s of %s instead of %s of %s", ours.Collection,
		terminal.Plural(ours.Documents, "document", "documents"), o.Collection, terminal.Group(o.Documents)))
	compare(o.Queries, ours.Queries, fmt.Sprintf("%s instead of %s", terminal.Plural(ours.Queries, "query", "queries"),
		terminal.Group(o.Queries)))
	compare(o.TestQueries, ours.TestQueries, fmt.Sprintf("%s instead of %s", terminal.Plural(ours.TestQueries, "test query", "test queries"),
		terminal.Group(o.TestQueries)))
	compare(o.Rows, ours.Rows, fmt.Sprintf("%s to train on instead of %s", terminal.Plural(ours.Rows, "pair", "pairs"),
		terminal.Plural(o.Rows, "row", "rows")))
	if o.Model != "" && ours.Model != "" && o.Model != ours.Model {
		parts = append(parts, fmt.Sprintf("model %s instead of %s", ours.Model, o.Model))
	}
	switch {
	case len(parts) == 0:
		return ""
	case smaller:
		return "Ours is a reduced form of the published experiment: " + strings.Join(parts, "; ") + "."
	default:
		return "Ours is another form of the published experiment: " + strings.Join(parts, "; ") + "."
	}
}

// WithRows returns the original with Rows set to the sum of the published numbers of rows.
func (o Original) WithRows(values []PublishedNumber) Original {
	for _, p := range values {
		if strings.HasPrefix(p.Subject, "rows of ") {
			o.Rows += int(p.Value)
		}
	}
	return o
}
