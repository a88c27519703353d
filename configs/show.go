package configs

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Write writes the effective values as a configuration file that Load can read, each with its origin as a comment.
func (l *LoadedConfig) Write(w io.Writer) error {
	noun := ""
	for _, k := range keys() {
		if k.Noun() != noun {
			if _, err := fmt.Fprintf(w, "%s:\n", k.Noun()); err != nil {
				return err
			}
			noun = k.Noun()
		}
		text, err := yaml.Marshal(k.Get(&l.Config))
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "  %-38s # %s\n", k.Word()+": "+strings.TrimSpace(string(text)), l.Origins[k.Name]); err != nil {
			return err
		}
	}
	return nil
}

// Deviations returns the keys that decide a result and differ from their defaults, each with its value, and the keys of a grid with their
// values. The files of the collection are left out.
func (l *LoadedConfig) Deviations() (list []string) {
	for _, k := range keys() {
		isInput := k.Heading == InputHeading && k.Files != nil
		if value := k.Get(&l.Config); k.Decides != Nothing && !isInput && !l.Sweep.Fixes(k.Name) && value != k.Standard() {
			list = append(list, fmt.Sprintf("%s %v", k.Word(), portable(k.Files, value)))
		}
	}
	if l.SweepBy == "default" {
		return list
	}
	for _, a := range PortableAxes(slices.Concat(l.Sweep.PerAxes, l.Sweep.OverAxes)) {
		for i, value := range a.Values {
			a.Values[i] = Setting{a.Key, value}.ValueText()
		}
		list = append(list, KeyNoun(a.Key)+" "+strings.Join(a.Values, " or "))
	}
	return list
}

// Portable returns the values by section and word, for manifests. Paths are cut to file names, and keys that decide no result are left out.
func (c *Config) Portable() map[string]map[string]any {
	out := map[string]map[string]any{}
	for _, k := range keys() {
		if out[k.Noun()] == nil {
			out[k.Noun()] = map[string]any{}
		}
		if k.Decides != Nothing {
			out[k.Noun()][k.Word()] = portable(k.Files, k.Get(c))
		}
	}
	return out
}
