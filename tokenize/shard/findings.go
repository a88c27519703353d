package shard

import (
	"slices"
	"strings"
)

// Findings are what a user should know of the files before training on them, a sentence each. What is the same in several formats
// is said once.
func (m *Manifest) Findings() (found []string) {
	var said []string
	formats := map[string][]string{}
	add := func(format, what string) {
		if !slices.Contains(said, what) {
			said = append(said, what)
		}
		formats[what] = append(formats[what], format)
	}
	for _, g := range m.Groups {
		if g.Short > 0 {
			add(g.Format, g.String())
		}
	}
	for _, c := range m.Conflicts {
		if c.Conflicts > 0 {
			add(c.Format, c.String())
		}
	}
	for _, p := range m.Pointwise {
		if p.Both > 0 {
			add(p.Folder, p.String())
		}
	}
	for _, what := range said {
		found = append(found, strings.Join(formats[what], ", ")+": "+what)
	}
	return found
}
