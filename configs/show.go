package configs

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Write prints the effective values as a configuration file that Load reads back, each with its origin as a comment.
func (l *Loaded) Write(w io.Writer) error {
	noun := ""
	for _, f := range Fields() {
		if f.Noun != noun {
			if _, err := fmt.Fprintf(w, "%s:\n", f.Noun); err != nil {
				return err
			}
			noun = f.Noun
		}
		text, err := yaml.Marshal(f.Get(&l.Config))
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "  %-38s # %s\n", f.Name+": "+strings.TrimSpace(string(text)), l.Origins[f.Key]); err != nil {
			return err
		}
	}
	return nil
}

// Effective gives the values by noun and name, for manifests.
func (c *Config) Effective() map[string]map[string]any {
	out := map[string]map[string]any{}
	for _, f := range Fields() {
		if out[f.Noun] == nil {
			out[f.Noun] = map[string]any{}
		}
		out[f.Noun][f.Name] = f.Get(c)
	}
	return out
}

// paths are the keys of gen that name files or folders.
var paths = []string{"data", "collection", "topics", "qrels", "run", "hard_run", "violated_by", "index", "vectors", "stopwords"}

// expressions are the keys whose values hold axioms, which may ask files.
var expressions = map[string][]string{"gen": {"axioms", "mixture", "ratio", "pairs", "weights"}, "train": {"axiom_weight", "axiom_margin"}}

// HoldsAxioms says whether a key's value holds expressions over axioms.
func HoldsAxioms(key string) bool {
	noun, name, _ := strings.Cut(key, ".")
	return slices.Contains(expressions[noun], name)
}

// Portable is Effective without what differs from machine to machine: folders before file names, the number of threads, and
// how often a training is saved.
func (c *Config) Portable() map[string]map[string]any {
	out := c.Effective()
	for _, key := range paths {
		if text, ok := out["gen"][key].(string); ok {
			out["gen"][key] = withoutFolders(text)
		}
	}
	for noun, keys := range expressions {
		for _, key := range keys {
			out[noun][key] = portableExpressions(out[noun][key].(string))
		}
	}
	out["gen"]["similarity"], out["gen"]["stemmer"] = Portable("gen.similarity", c.Gen.Similarity), Portable("gen.stemmer", c.Gen.Stemmer)
	out["tokenize"]["vocab"], out["tokenize"]["scores"] = withoutFolders(c.Tokenize.Vocab), withoutFolders(c.Tokenize.Scores)
	if choose, err := ParseChoose(c.Train.Choose); err == nil && len(choose.Both)+len(choose.Judged)+len(choose.Axioms) > 0 {
		out["train"]["choose"] = choose.Portable().String()
	}
	delete(out["gen"], "threads")
	delete(out["train"], "checkpoint_every")
	return out
}

// withoutFolders cuts every path in a list of FILE or SPLIT=FILE to its last part.
func withoutFolders(list string) string {
	parts := strings.Split(list, ",")
	for i, p := range parts {
		name, file, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok {
			name, file = "", name
		}
		file = strings.TrimRight(file, "/")
		file = file[strings.LastIndexByte(file, '/')+1:]
		if ok {
			file = name + "=" + file
		}
		parts[i] = file
	}
	return strings.Join(parts, ",")
}
