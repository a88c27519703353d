package shard

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// partsOf returns the files of all formats.
func partsOf(p *plan.Plan, lenient bool) (parts []encoding.Part, err error) {
	classRows := plan.ItemsOf(p.All()) - plan.ItemsOf(p.Pairwise)
	for _, name := range p.Options.Formats {
		f, _ := format.Find(name)
		if !f.Needs.Classes {
			p.Note("three-class pairs left out of "+name, classRows)
		}
		if !f.Needs.Weights {
			p.Note("pairs with a weight or margin that is not in "+name, p.Weighted)
		}
		files := f.Files(p)
		fits := slices.ContainsFunc(files, func(t encoding.Part) bool { return !t.IsAuxiliary })
		if !fits && lenient {
			p.Note("formats left out, since no pair fits", 1)
			continue
		}
		if !fits {
			if f.Needs.Rankings {
				return nil, errs.Short("leave the format out; axiomine gen writes it, where there are dev or test queries",
					"no query to evaluate with fits the format %s", name)
			}
			if f.Needs.Lists {
				return nil, errs.Short("give judgements with --qrels", "no query has a judged candidate, which the format %s describes", name)
			}
			return nil, errs.Short("leave the format out, or look at the counts of the stages before", "no pair fits the format %s", name)
		}
		for i := range files {
			files[i].Format = name
		}
		parts = append(parts, files...)
	}
	candidates, err := candidateParts(p)
	if err != nil {
		return nil, err
	}
	return append(parts, candidates...), nil
}

// candidateParts returns the candidates in every format that has a form for them, and counts the
// other formats.
func candidateParts(p *plan.Plan) (parts []encoding.Part, err error) {
	if p.Options.Candidates == "" {
		return nil, nil
	}
	if len(p.Candidates) == 0 {
		return nil, errs.Short("axiomine gen writes them, where there are dev or test queries with candidates", "no candidates of %s to write",
			p.Options.Candidates)
	}
	for _, name := range p.Options.Formats {
		f, _ := format.Find(name)
		if !f.Evaluates() {
			p.Note("formats without a form for candidates", 1)
			continue
		}
		if f.HasCandidates() {
			list := f.CandidateFiles(p)
			if len(list) == 0 {
				p.Note("formats without a form for candidates of these tasks", 1)
			}
			for i := range list {
				list[i].Format = name
			}
			parts = append(parts, list...)
		}
	}
	if len(parts) == 0 && !slices.ContainsFunc(p.Options.Formats, func(name string) bool {
		f, _ := format.Find(name)
		return f.Needs.Rankings || f.Evaluates()
	}) {
		var names []string
		for _, f := range format.All {
			if f.Evaluates() {
				names = append(names, f.Name)
			}
		}
		return nil, errs.BadUsage("add one of "+strings.Join(names, ", "), "formats %s have no form for candidates",
			strings.Join(p.Options.Formats, ", "))
	}
	return parts, nil
}
