package report

import (
	"io"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// Summary returns the table that answers the experiment, for the end of a command. It has systems by
// measures and axioms fulfilled, then the findings.
func (r *Result) Summary() *table.Results {
	scores := r.summaryTable(true).Results("systems")
	scores.Title = ""
	out := new(table.Results).Table(scores).Table(r.PublishedTable().Results("published"))
	for _, sentence := range r.Findings {
		out.Say("%s", sentence)
	}
	return out
}

// Results returns the whole report for a terminal.
func (r *Result) Results() *table.Results {
	out := new(table.Results).Say("%s", r.Title).And(r.Summary())
	for _, t := range r.details() {
		if t.Title != r.PublishedTable().Title { // in the summary
			out.Table(t.Results(page.Key(t.Title)))
		}
	}
	return page.Closing(out, r.Warnings, r.Command, r.SeedsText(), r.Versions)
}

// Markdown writes the whole report for a repository or an issue.
func (r *Result) Markdown(w io.Writer) error {
	return page.Document{Title: r.Title, Findings: r.Findings, Tables: append([]*page.Table{r.summaryTable(true)}, r.details()...),
		Warnings: r.Warnings, Command: r.Command,
		Seeds: page.Capital(r.SeedsText()), Versions: r.Versions}.Write(w)
}

// details returns the non-empty tables after the summary.
func (r *Result) details() []*page.Table {
	var list []*page.Table
	for _, t := range []*page.Table{r.PublishedTable(), r.TestsTable(), r.poolsTable(), r.fulfilmentTable(), r.mendedTable(),
		r.choicesTable(), r.runsTable(), r.SettingsTable()} {
		if len(t.Rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}
