package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Summary writes the one table that answers the experiment, for the end of a command: systems by measures and axioms
// fulfilled, then what the tests of the main measure say.
func (r *Result) Summary(w io.Writer) error {
	out := bufio.NewWriter(w)
	r.summaryTable(true).writeText(out)
	if t := r.publishedTable(); len(t.rows) > 0 {
		fmt.Fprintf(out, "\n%s\n\n", t.title)
		t.writeText(out)
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
		if t.title == r.publishedTable().title {
			continue // in the summary
		}
		fmt.Fprintf(out, "\n%s\n\n", t.title)
		t.writeText(out)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(out, "\nwarning: %s\n", warning)
	}
	fmt.Fprintf(out, "\ncommand   %s\nseeds     %s\nversions  %s\n", r.Command, r.seedsText(), versionsText(r.Versions))
	return out.Flush()
}

// Markdown writes the whole report for a repository or an issue.
func (r *Result) Markdown(w io.Writer) error {
	return document{r.Title, r.Findings, append([]*table{r.summaryTable(true)}, r.details()...), r.Warnings, r.Command,
		capital(r.seedsText()), r.Versions}.write(w)
}

// details lists the tables after the summary that have something to say.
func (r *Result) details() []*table {
	var list []*table
	for _, t := range []*table{r.publishedTable(), r.testsTable(), r.poolsTable(), r.fulfilmentTable(), r.mendedTable(), r.choicesTable(), r.runsTable(), r.settingsTable()} {
		if len(t.rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
