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
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// WritePage writes the report as one HTML page: the verdict, a card for each finding, then the findings with their texts. The page shows
// command, which writes it again, and next, the next command.
func (r *Report) WritePage(w io.Writer, command string, next page.Next) error {
	p := page.Page{Kind: "axiomine audit", Title: "What is wrong with the training set", Found: r.Worst(), Sure: r.Unchecked(), Next: next,
		Command: command}
	cards := page.Section{Title: "Findings"}
	for _, f := range slices.Concat(r.Findings, r.Likeliest) {
		cards.Cards = append(cards.Cards, r.card(&f))
	}
	p.Sections = append(p.Sections, cards)
	for _, f := range slices.Concat(r.Findings, r.Likeliest) {
		p.Sections = append(p.Sections, findingSections(&f)...)
	}
	if r.Shortcuts != nil {
		p.Sections = append(p.Sections, shortcutsSection(r.Shortcuts))
	}
	oneCell := func(text string) []string { return []string{text} }
	size := [][]string{{"rows", terminal.Group(r.Rows)}, {"queries", terminal.Group(r.Queries)},
		{"effective queries", terminal.Group(int(math.Round(r.EffectiveQueries)))}, {"texts", terminal.Group(r.Texts)},
		{"checks", strconv.Itoa(len(r.Checked))}}
	sizes := slices.DeleteFunc(slices.Clone(check.BatchSizes), func(size int) bool { _, has := r.Batches[strconv.Itoa(size)]; return !has })
	p.Sections = append(p.Sections,
		section("False negatives in a batch",
			"Share of rows that meet a false negative in a random batch: a row of the same query, or of the same positive.",
			table.Mixed(1, "batch size", "rows"), sizes,
			func(size int) []string { return []string{terminal.Group(size), percent(r.Batches[strconv.Itoa(size)])} }),
		section("Changes", "Rows of each finding that changed since the baseline.", table.Mixed(1, "code", "before", "now"), r.Changes,
			func(c Change) []string { return []string{c.Code, strconv.Itoa(c.Earlier), strconv.Itoa(c.Now)} }),
		section("The set", "How large the set is.", table.Mixed(1, "of the set", "number"), size, func(row []string) []string { return row }),
		section("What was read", "How the columns were read, and what was not read.", table.Mixed(1, "what was read"),
			append(r.Reading(), r.reasons()...), oneCell),
		section("Not checked", "What this audit did not look at.", table.Mixed(1, "not checked"), r.NotChecked, oneCell))
	return p.HTML(w)
}

// section returns a section with a table that has a row for each item of a list.
func section[T any](title, caption string, columns []table.Column, list []T, row func(T) []string) page.Section {
	t := &table.Table{Caption: caption, Columns: columns}
	for _, item := range list {
		t.Add(row(item)...)
	}
	return page.Section{Title: title, Table: t}
}

// Maximum numbers of characters of a text: in a card, in a card if the text has marked words, and in an example until it is unfolded.
const (
	cardText    = 90
	cardMarked  = 32
	exampleText = 300
)

// card returns the short form of a finding, with the texts of its first example. If no rows are flagged, it has the title instead.
func (r *Report) card(f *Finding) page.Card {
	c := page.Card{ID: f.Code, Title: f.Code, Note: fmt.Sprintf("%s, %s", f.Severity, terminal.Plural(f.Count, "row", "rows"))}
	if share := r.percent(f.Share); share != "" && f.Share > 0 {
		c.Note += ", " + share
	}
	if len(f.Examples) == 0 {
		c.Lines = []page.Passage{{Text: []page.Part{{Text: f.Title}}}}
		return c
	}
	if f.Share == 0 { // the finding is of Report.Likeliest
		c.Note, _, _ = strings.Cut(f.Title, ", by ")
	}
	e := &f.Examples[0]
	add := func(role, text string, start, end int) {
		most := cardText
		if start < end {
			most = cardMarked
		}
		shown, _ := passage(text, start, end, most)
		c.Lines = append(c.Lines, page.Passage{Role: role, Text: shown})
	}
	add("query", e.Query, 0, 0)
	for _, d := range e.Documents {
		add(d.Role, d.Text, d.Start, d.End)
	}
	return c
}

// examplesShown is the number of examples of a finding that a page shows without unfolding.
const examplesShown = 3

// findingSections returns two sections of a finding: its meaning with the first examples, and a folded one with the other examples.
func findingSections(f *Finding) []page.Section {
	shown := min(examplesShown, len(f.Examples))
	first := page.Section{ID: f.Code, Title: f.Code, Lead: f.Title + ". " + f.Advice, Help: check.Lookup(f.Code).About}
	more := page.Section{Title: fmt.Sprintf("%s: %s", f.Code, terminal.Plural(len(f.Examples)-shown, "more row", "more rows")), Folded: true}
	for i := range f.Examples {
		if e := pageExample(&f.Examples[i]); i < shown {
			first.Examples = append(first.Examples, e)
		} else {
			more.Examples = append(more.Examples, e)
		}
	}
	return []page.Section{first, more}
}

// pageExample returns the page's form of an example.
func pageExample(e *Example) page.Example {
	shown := page.Example{Source: "row " + e.place(), Why: []string{e.Reason}}
	shown.Query.Text, shown.Query.Whole = passage(e.Query, 0, 0, exampleText)
	for _, d := range e.Documents {
		p := page.Passage{Role: d.Role}
		p.Text, p.Whole = passage(d.Text, d.Start, d.End, exampleText)
		shown.Docs = append(shown.Docs, p)
	}
	return shown
}

// place returns the number of an example's row and its line, such as "7 (a.csv:9)". Rows are counted from 0 over all files.
func (e *Example) place() string {
	return fmt.Sprintf("%s (%s)", terminal.Group(e.Row), errs.At(e.File, e.Line))
}

// passage returns a text with its characters from start to end marked. shown has at most most characters. whole has all characters; it is
// nil if shown has all.
func passage(text string, start, end, most int) (shown, whole []page.Part) {
	characters := []rune(text)
	if end = min(end, len(characters)); start >= end {
		start, end = 0, 0
	}
	parts := func(first, last int, before, behind string) []page.Part {
		return slices.DeleteFunc([]page.Part{{Text: before + string(characters[first:max(first, start)])},
			{Text: string(characters[max(first, start):min(max(first, end), last)]), Evidence: true},
			{Text: string(characters[min(max(first, end), last):last]) + behind}}, func(p page.Part) bool { return p.Text == "" })
	}
	if whole = parts(0, len(characters), "", ""); len(characters) <= most {
		return whole, nil
	}
	first, before, behind := 0, "", ""
	if end > most && start > most/8 { // the marked words are not in the beginning
		first, before = start-most/8, "… "
	}
	last := min(len(characters), first+most)
	if last < len(characters) {
		behind = " …"
	}
	return parts(first, last, before, behind), whole
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
