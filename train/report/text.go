package report

import (
	"slices"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// Summary returns what answers the experiment, for the end of a command: the headline, systems by
// measures, then the other findings. Axioms fulfilled and tests beside the headline are details.
func (r *Result) Summary() *table.Results {
	scores, published := summaryTable(r.Systems(), r.Protocol.Measures, r.Seeds, r.Fulfilment), PublishedTable(r)
	scores.Name, scores.Title, published.Name = "systems", "", "published"
	out, rest := new(table.Results), r.Findings
	if r.Headline != nil && len(rest) > 0 {
		out.Say("%s", rest[0])
		rest = rest[1:]
	}
	out.Table(scores).Table(published)
	minor := page.Sentences(r.findings())
	for _, sentence := range rest {
		if line := new(table.Results).Say("%s", sentence); slices.Contains(minor, sentence) {
			out.Details(line)
		} else {
			out.And(line)
		}
	}
	return out
}

// Results returns the whole report for a terminal.
func (r *Result) Results() *table.Results {
	out, details := new(table.Results).Say("%s", r.Title).And(r.Summary()), new(table.Results)
	for _, t := range r.details() {
		if t.Title != PublishedTable(r).Title { // in the summary
			details.Table(t)
		}
	}
	return page.Closing(out.Details(details), r.Warnings, r.Command, SeedsText(r.Seeds), r.Versions)
}

// details returns the non-empty tables after the summary.
func (r *Result) details() []*table.Table {
	var list []*table.Table
	for _, t := range []*table.Table{PublishedTable(r), TestsTable(r.Tests), poolsTable(r.Pools), fulfilmentTable(r.Fulfilment),
		mendedTable(r.Mended, r.Arms, r.Protocol.Main), choicesTable(r.Arms, r.Protocol.Main), runsTable(r.Arms, r.Protocol),
		SettingsTable(r.Protocol, r.Systems())} {
		if len(t.Rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}
