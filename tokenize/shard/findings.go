package shard

import (
	"slices"
	"strings"
)

// Findings lists what a user should know about the files before training on them, a sentence each.
// A finding that several formats share is listed once.
func (m *Manifest) Findings() (list []string) {
	var texts []string
	formats := map[string][]string{}
	add := func(format, text string) {
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		formats[text] = append(formats[text], format)
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
	for _, text := range texts {
		list = append(list, strings.Join(formats[text], ", ")+": "+text)
	}
	return list
}
