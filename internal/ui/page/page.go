// Package page writes HTML reports with SVG figures, and tables and findings that text, Markdown and HTML share. It explains the axioms
// that a page names by the meanings it is given, and knows neither axioms nor experiments.
package page

import (
	_ "embed"
	"errors"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

//go:embed page.tmpl
var pageSource string

//go:embed page.css
var pageStyle string

var layout = template.Must(template.New("page").Parse(pageSource))

// Page is a report: what was found, how sure that is, and the evidence.
type Page struct {
	Kind     string // what kind of report it is, in small print
	Title    string
	Found    string      // a sentence: what was found
	Sure     string      // a sentence: how sure that is
	Next     Next        // what to do with it
	Glossary []Meaning   // of the axioms that the page names: each is explained at its name and in a list
	Findings []Finding   // more of them
	Facts    [][2]string // name and value: what kind of report this is
	Warnings []string
	Sections []Section // those that hold nothing are left out
	Command  string    // that makes the same page
	Seeds    string
	Versions string
	Runs     bool // there is a table of runs
}

// Section is a heading with a figure, a table, or a figure whose numbers can be unfolded. A folded section shows only
// its heading until asked.
type Section struct {
	Title    string
	Figure   *Figure
	Table    *table.Table
	Examples []Example
	Folded   bool
}

// isEmpty reports whether a section holds nothing to show.
func (s *Section) isEmpty() bool {
	return s.Figure == nil && (s.Table == nil || len(s.Table.Rows) == 0) && len(s.Examples) == 0
}

// longTable is the number of rows up to which a page shows a table at once; a longer one unfolds.
const longTable = 12

// shownPage is a page as the template shows it.
type shownPage struct {
	*Page
	Style    template.CSS
	Sections []shownSection
	Body     template.HTML // all above the words
	Words    [][2]string   // each with its meaning
}

// shownSection is a section as the template shows it.
type shownSection struct {
	Section
	Meaning string    // where the title is an axiom
	Named   []Meaning // the axioms that the figure names
	Table   *shownTable
}

// shownTable is a table as the template shows it.
type shownTable struct {
	Caption string
	Columns []table.Column
	Rows    [][]shownCell
	Folded  bool
}

type shownCell struct {
	Text       string
	Left, Bold bool
	Meaning    string // where it is an axiom
	Title      string // of an axiom, where the table names it first
}

// unit is a number before its sign of per cent.
var unit = regexp.MustCompile(`(\d) %`)

// joinUnits returns HTML in which no line ends between a number and its %. Commands, within <code>, keep their spaces.
func joinUnits(body string) string {
	parts := strings.SplitAfter(body, "</code>")
	for i, part := range parts {
		before, command, ok := strings.Cut(part, "<code>")
		parts[i] = unit.ReplaceAllString(before, "$1\u00a0%")
		if ok {
			parts[i] += "<code>" + command
		}
	}
	return strings.Join(parts, "")
}

// HTML writes the page, on which names of others reorder no text: figures inline, no script, nothing fetched.
func (p Page) HTML(w io.Writer) error {
	data := shownPage{Page: &p, Style: template.CSS(pageStyle)}
	g := newGlossary(p.Glossary)
	p.Facts = slices.Clone(p.Facts)
	for i, fact := range p.Facts {
		p.Facts[i][1] = table.Column{Name: fact[0]}.Format(fact[1])
	}
	for i := range p.Sections {
		if s := &p.Sections[i]; !s.isEmpty() {
			data.Sections = append(data.Sections, g.section(s))
		}
	}
	var body strings.Builder
	if err := layout.ExecuteTemplate(&body, "body", data); err != nil {
		return err
	}
	data.Body, data.Words = template.HTML(joinUnits(body.String())), usedWords(body.String())
	text := &terminal.Writer{Out: w}
	return errors.Join(layout.Execute(text, data), text.Close())
}
