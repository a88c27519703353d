package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs/page"
)

// Summary writes the one table that answers the experiment, for the end of a command: systems by measures and axioms
// fulfilled, then what the tests of the main measure say.
func (r *Result) Summary(w io.Writer) error {
	out := bufio.NewWriter(w)
	r.summaryTable(true).WriteText(out)
	if t := r.PublishedTable(); len(t.Rows) > 0 {
		fmt.Fprintf(out, "\n%s\n\n", t.Title)
		t.WriteText(out)
	}
	if len(r.Findings) > 0 {
		fmt.Fprintln(out)
	}
	for _, sentence := range r.Findings {
		fmt.Fprintln(out, sentence)
	}
	return out.Flush()
}

// Text writes the whole report for a terminal.
func (r *Result) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n%s\n\n", r.Title, strings.Repeat("═", len([]rune(r.Title))))
	if err := r.Summary(out); err != nil {
		return err
	}
	for _, t := range r.details() {
		if t.Title == r.PublishedTable().Title {
			continue // in the summary
		}
		fmt.Fprintf(out, "\n%s\n\n", t.Title)
		t.WriteText(out)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(out, "\nwarning: %s\n", warning)
	}
	fmt.Fprintf(out, "\ncommand   %s\nseeds     %s\nversions  %s\n", r.Command, r.SeedsText(), page.VersionsText(r.Versions))
	return out.Flush()
}

// Markdown writes the whole report for a repository or an issue.
func (r *Result) Markdown(w io.Writer) error {
	return page.Document{Title: r.Title, Findings: r.Findings, Tables: append([]*page.Table{r.summaryTable(true)}, r.details()...),
		Warnings: r.Warnings, Command: r.Command,
		Seeds: page.Capital(r.SeedsText()), Versions: r.Versions}.Write(w)
}

// details lists the tables after the summary that have something to say.
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
