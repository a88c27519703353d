package shard

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// partsOf are the files of all formats.
func partsOf(p *plan, lenient bool) (parts []part, err error) {
	classed := itemsOf(p.all()) - itemsOf(p.pairwise)
	for _, name := range p.options.Formats {
		f, _ := formatNamed(name)
		if !f.needs.classes {
			p.note("three-class pairs left out of "+name, classed)
		}
		if !f.needs.weights {
			p.note("pairs with a weight or margin that is not in "+name, p.weighted)
		}
		files := f.parts(p)
		fits := slices.ContainsFunc(files, func(t part) bool { return !t.beside })
		if !fits && lenient {
			p.note("formats left out, since no pair fits", 1)
			continue
		}
		if !fits {
			if f.needs.rankings {
				return nil, fault.Short("leave the format out; axiomine gen writes it, where there are dev or test queries", "no query to evaluate with fits the format %s", name)
			}
			return nil, fault.Short("leave the format out, or look at the counts of the stages before", "no pair fits the format %s", name)
		}
		for i := range files {
			files[i].format = name
		}
		describeLines(f.about, files)
		parts = append(parts, files...)
	}
	candidates, err := candidateParts(p)
	if err != nil {
		return nil, err
	}
	return append(parts, candidates...), nil
}

// candidateParts are the candidates in every format that has a form for them, and what is to be said of the others.
func candidateParts(p *plan) (parts []part, err error) {
	if p.options.Candidates == "" {
		return nil, nil
	}
	if len(p.candidates) == 0 {
		return nil, fault.Short("axiomine gen writes them, where there are dev or test queries with candidates", "no candidates of %s to write", p.options.Candidates)
	}
	for _, name := range p.options.Formats {
		f, _ := formatNamed(name)
		if !f.evaluates() {
			p.note("formats without a form for candidates", 1)
			continue
		}
		if f.candidates != nil {
			of := f.candidates(p)
			for i := range of {
				of[i].format = name
			}
			parts = append(parts, of...)
		}
	}
	if len(parts) == 0 && !slices.ContainsFunc(p.options.Formats, func(name string) bool { f, _ := formatNamed(name); return f.needs.rankings }) {
		var names []string
		for _, f := range formats {
			if f.evaluates() {
				names = append(names, f.name)
			}
		}
		return nil, fault.BadUsage("add one of "+strings.Join(names, ", "), "formats %s have no form for candidates", strings.Join(p.options.Formats, ", "))
	}
	return parts, nil
}
