package audit

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/shortcut"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// WritePage writes the report as one HTML page; command makes it again, and next is the command to go on with.
func (r *Report) WritePage(w io.Writer, command string, next page.Next) error {
	p := page.Page{Kind: "axiomine audit", Title: "What is wrong with the training set", Found: r.Worst(), Command: command, Next: next}
	if len(r.Findings) > 0 {
		p.Sure = worstOf(r.Findings).Advice
	}
	p.Facts = [][2]string{{"rows", terminal.Group(r.Rows)}, {"queries", terminal.Group(r.Queries)},
		{"effective queries", terminal.Group(int(math.Round(r.EffectiveQueries)))}, {"texts", terminal.Group(r.Texts)},
		{"checks", strconv.Itoa(len(r.Checked))}}
	for _, line := range r.Reading() {
		if strings.Contains(line, "; not used: ") {
			p.Warnings = append(p.Warnings, line)
		}
	}
	for _, n := range r.NotRead {
		if n.What != unreadColumns {
			p.Warnings = append(p.Warnings, "not read, "+n.line())
		}
	}
	for _, n := range r.Remarks {
		p.Warnings = append(p.Warnings, "noted, "+n.line())
	}
	p.Sections = []page.Section{
		section("Findings", "Findings, worst severity first.", table.Mixed(2, "code", "severity", "rows", "share"), r.Findings,
			func(f Finding) []string {
				return []string{f.Code, f.Severity, terminal.Group(f.Count), percent(f.Share)}
			}),
	}
	for _, f := range r.Findings {
		if f.Code != "false-negative" { // the likeliest are more
			p.Sections = append(p.Sections, examplesSections(f.Code, f.Title+". "+f.Advice, f.Examples)...)
		}
	}
	if len(r.Likeliest) > 0 {
		p.Sections = append(p.Sections, examplesSections("Likeliest false negatives", "Negatives, likeliest relevant first. "+r.likely(),
			r.Likeliest)...)
	}
	p.Sections = append(p.Sections,
		section("What to do", "What findings without rows mean, and what to do.", table.Mixed(2, "code", "what to do"),
			slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return len(f.Examples) > 0 }),
			func(f Finding) []string { return []string{f.Code, f.Title + ". " + f.Advice} }))
	if r.Shortcuts != nil {
		p.Sections = append(p.Sections, shortcutsSection(r.Shortcuts))
	}
	p.Sections = append(p.Sections,
		section("False negatives in a batch",
			"Share of rows that meet a false negative in a random batch: a row of the same query, or of the same positive.",
			table.Mixed(1, "batch size", "rows"), check.BatchSizes,
			func(size int) []string { return []string{terminal.Group(size), percent(r.Batches[strconv.Itoa(size)])} }),
		section("Changes", "Rows of each finding that changed since the baseline.", table.Mixed(1, "code", "before", "now"), r.Changes,
			func(c Change) []string { return []string{c.Code, strconv.Itoa(c.Earlier), strconv.Itoa(c.Now)} }),
		section("Not checked", "What this audit did not look at.", table.Mixed(1, "not checked"), r.NotChecked,
			func(sentence string) []string { return []string{sentence} }))
	return p.HTML(w)
}

// section returns a section with a table of a row for each item of a list.
func section[T any](title, caption string, columns []table.Column, list []T, row func(T) []string) page.Section {
	t := &table.Table{Caption: caption, Columns: columns}
	for _, item := range list {
		t.Add(row(item)...)
	}
	return page.Section{Title: title, Table: t}
}

// examplesShown is the number of examples of a finding that a page shows at once.
const examplesShown = 3

// examplesSections returns two sections: the first of some examples, and the others, which unfold.
func examplesSections(title, lead string, examples []Example) (sections []page.Section) {
	if len(examples) == 0 {
		return nil
	}
	shown := min(examplesShown, len(examples))
	first := page.Section{Title: title, Lead: lead}
	more := page.Section{Title: fmt.Sprintf("%s: %s", title, terminal.Plural(len(examples)-shown, "more row", "more rows")), Folded: true}
	for i := range examples {
		if e := exampleOf(&examples[i]); i < shown {
			first.Examples = append(first.Examples, e)
		} else {
			more.Examples = append(more.Examples, e)
		}
	}
	return []page.Section{first, more}
}

// exampleOf returns an example with its texts.
func exampleOf(e *Example) page.Example {
	shown := page.Example{Source: fmt.Sprintf("row %d, %s", e.Row, e.File), Why: []string{e.Reason}}
	if e.Line > 0 {
		shown.Source += fmt.Sprintf(":%d", e.Line)
	}
	shown.Query.Text, shown.Query.Whole = passage(e.Query, 0, 0)
	for _, d := range e.Documents {
		p := page.Passage{Role: d.Role}
		p.Text, p.Whole = passage(d.Text, d.Start, d.End)
		shown.Docs = append(shown.Docs, p)
	}
	return shown
}

// passage returns a text with its characters from start to end marked: what stands around them, and all of it if that is more.
func passage(text string, start, end int) (shown, whole []page.Part) {
	characters := []rune(text)
	if end = min(end, len(characters)); start >= end {
		whole = []page.Part{{Text: text}}
	} else {
		whole = []page.Part{{Text: string(characters[:start])}, {Text: string(characters[start:end]), Evidence: true},
			{Text: string(characters[end:])}}
	}
	if shown = page.Excerpt(whole); slices.Equal(shown, whole) {
		whole = nil
	}
	return shown, whole
}

func shortcutsSection(m *shortcut.Result) page.Section {
	chart := page.Dots{Caption: "Share of the pairs that a scorer orders right that sees one thing only; .5 is chance. Left to learn: " +
		percent(m.Left) + ".", Axis: "share of pairs ordered right", Low: 0.4, High: 1, Guide: 0.5}
	t := &table.Table{Caption: "The same in numbers; the last column is the lower end of Wilson's 95 % interval, over queries.",
		Columns: table.Mixed(1, "sees only", "ordered right", "at least")}
	values := []float64{}
	for _, reach := range m.Reached {
		chart.Rows = append(chart.Rows, scorerNames[reach.Name])
		values = append(values, reach.Share)
		t.Add(scorerNames[reach.Name], percent(reach.Share), percent(reach.Low))
	}
	chart.Series = []page.Series{{Name: "on queries that it was not fitted on", Values: values}}
	return page.Section{Title: "Shortcuts", Figure: chart.Figure(), Table: t}
}
