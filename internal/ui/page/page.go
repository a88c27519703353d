// Package page writes HTML reports with SVG figures, and tables and findings that text, Markdown and HTML share. It explains the axioms
// that a page names by the meanings it is given, and knows neither axioms nor experiments.
package page

import (
	_ "embed"
	"errors"
	"html/template"
	"io"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

//go:embed page.tmpl
var pageSource string

//go:embed page.css
var pageStyle string

var layout = template.Must(template.New("page").Parse(pageSource))

// Content is the record as the template shows it.
type Content struct {
	Kind     string
	Title    string
	Found    string    // a sentence: what was found
	Sure     string    // a sentence: how sure that is
	Glossary []Meaning // of the axioms that the page names: each is explained at its name and in a list
	Findings []Finding // more of them
	Facts    []Fact
	Warnings []string
	Sections []Section
	Command  string
	Seeds    string
	Versions string
	Runs     bool // there is a table of runs

	Style template.CSS
}

// Fact is a figure that says what kind of report this is.
type Fact struct{ Name, Value string }

// Section is a heading with a figure, a table, or a figure whose numbers can be unfolded. A folded section shows only
// its heading until asked.
type Section struct {
	Title    string
	Figure   *Figure
	Table    *TableData
	Examples []Example
	Folded   bool
	Meaning  string // where the title is an axiom
}

// TableData is a table with exported fields, as templates need them.
type TableData struct {
	Caption string
	Columns []Column
	Rows    [][]cellData
	Folded  bool
}

type cellData struct {
	Text         string
	Left, Strong bool
	Meaning      string // where it is an axiom
}

// LongTable is the number of rows up to which a page shows a table at once; a longer one unfolds.
const LongTable = 12

// Page is a report of something else than an experiment in the same looks.
type Page struct {
	Kind     string // what kind of report it is, in small print
	Title    string
	Found    string      // a sentence: what was found
	Sure     string      // a sentence: how sure that is
	Glossary []Meaning   // of the axioms that the page names
	Facts    [][2]string // name and value
	Warnings []string
	Chapters []Chapter
	Command  string // that makes the same page
}

// Chapter is a heading with a chart, a table, or a chart whose numbers can be unfolded.
type Chapter struct {
	Title    string
	Chart    Chart // may be nil
	Table    *Texts
	Examples []Example
}

// Texts is a table of texts; the columns from the one numbered Left on are numbers.
type Texts struct {
	Caption string
	Heads   []string
	Left    int
	Rows    [][]string
}

// HTML writes the page: figures inline, no script, nothing fetched.
func (p *Page) HTML(w io.Writer) error {
	data := Content{Kind: p.Kind, Title: p.Title, Found: p.Found, Sure: p.Sure, Glossary: p.Glossary, Warnings: p.Warnings, Command: p.Command}
	for _, f := range p.Facts {
		data.Facts = append(data.Facts, Fact{f[0], f[1]})
	}
	for _, c := range p.Chapters {
		s := Section{Title: c.Title, Examples: c.Examples}
		if c.Chart != nil {
			s.Figure = c.Chart.Figure()
		}
		if c.Table != nil && len(c.Table.Rows) > 0 {
			s.Table = c.Table.forPage()
			s.Table.Folded = s.Figure != nil || len(c.Table.Rows) > LongTable
		}
		if s.Figure != nil || s.Table != nil || len(s.Examples) > 0 {
			data.Sections = append(data.Sections, s)
		}
	}
	return Write(w, data)
}

// Write writes a page, on which names of others reorder no text.
func Write(w io.Writer, data Content) error {
	data.Style = template.CSS(pageStyle)
	data.explain()
	text := &terminal.Writer{To: w}
	return errors.Join(layout.Execute(text, data), text.Close())
}

func (t *Texts) forPage() *TableData {
	p := &TableData{Caption: t.Caption}
	for i, head := range t.Heads {
		p.Columns = append(p.Columns, Column{Name: head, Left: i < t.Left})
	}
	for _, row := range t.Rows {
		var cells []cellData
		for i, text := range row {
			cells = append(cells, cellData{Text: text, Left: i < t.Left})
		}
		p.Rows = append(p.Rows, cells)
	}
	return p
}
