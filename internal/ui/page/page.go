// Package page writes HTML reports with SVG figures, and the findings that text and HTML share. It explains the axioms that a page names
// by the meanings in Page.Glossary. It imports no package of axioms or experiments.
package page

import (
	_ "embed"
	"errors"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

//go:embed page.tmpl
var pageSource string

//go:embed page.css
var pageStyle string

// layout returns the template, which HTML clones to give it the functions of a page's glossary.
var layout = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(glossary(nil).functions()).Parse(pageSource))
})

// Page is a report: its result, the certainty of the result, and the evidence.
type Page struct {
	Kind     string // the kind of report, in small print
	Title    string
	Found    string      // a sentence with the result
	Sure     string      // a sentence on the certainty of the result
	Next     Next        // a suggestion for the reader
	Glossary []Meaning   // the axioms of the page, which are explained at their names and in a list
	Findings []Finding   // further results
	Facts    [][2]string // names and values of properties of the report
	Warnings []string
	Sections []Section // the evidence; empty sections are left out
	Command  string    // the command that makes the same page
	Seeds    string    // the seeds as text; "" for none
	Versions map[string]string
	Runs     bool // whether the page has a table of runs
}

// Section is a heading with a figure, a table, or a figure whose numbers can be unfolded.
type Section struct {
	Title    string // "" for the title of the table
	Lead     string // sentences below the title; "" for none
	Figure   *Figure
	Table    *table.Table
	Examples []Example
	Folded   bool   // whether the page shows only the heading until the reader unfolds the section
	ID       string // the target of links from cards; "" for none
	Help     string // text that unfolds below the lead; "" for none
	Cards    []Card
}

// Card is the short form of a section of the page: its title, and texts of a line each.
type Card struct {
	ID    string // the ID of the section
	Title string
	Note  string
	Lines []Passage
}

// Tables returns the tables with rows of the sections after the first n.
func (p *Page) Tables(n int) *table.Results {
	out := new(table.Results)
	for _, s := range p.Sections[n:] {
		if s.HasRows() {
			out.Table(s.Table)
		}
	}
	return out
}

// isEmpty reports whether a section holds nothing to show.
func (s *Section) isEmpty() bool {
	return s.Figure == nil && !s.HasRows() && len(s.Examples) == 0 && len(s.Cards) == 0 && s.Help == ""
}

// HasRows reports whether a section has a table with rows.
func (s *Section) HasRows() bool { return s.Table != nil && len(s.Table.Rows) > 0 }

// Heading returns the title of a section, by default that of its table.
func (s *Section) Heading() string {
	if s.Title == "" && s.Table != nil {
		return s.Table.Title
	}
	return s.Title
}

// FoldsTable reports whether the page shows the section's table only on demand.
func (s *Section) FoldsTable() bool { return s.Figure != nil || len(s.Table.Rows) > longTable }

// longTable is the largest number of rows of a table that is not folded.
const longTable = 12

// shownPage is a page as the template shows it.
type shownPage struct {
	*Page
	Style    template.CSS
	Chapters []*Section    // the sections that are not empty
	Body     template.HTML // everything on the page
	Words    [][2]string   // the technical words on the page, each with its meaning
	Versions string
}

// HTML writes the page, with inline figures, without scripts, and without links to fetch. Control characters in texts are escaped.
func (p Page) HTML(w io.Writer) error {
	p.Seeds = Capital(p.Seeds)
	data := shownPage{Page: &p, Style: template.CSS(pageStyle), Versions: versionsText(p.Versions)}
	p.Facts = slices.Clone(p.Facts)
	for i, fact := range p.Facts {
		p.Facts[i][1] = table.Column{Name: fact[0]}.Format(fact[1])
	}
	for i := range p.Sections {
		if s := &p.Sections[i]; !s.isEmpty() {
			data.Chapters = append(data.Chapters, s)
		}
	}
	page, err := layout().Clone()
	if err != nil {
		return err
	}
	page.Funcs(newGlossary(p.Glossary).functions())
	var body strings.Builder
	if err := page.ExecuteTemplate(&body, "body", data); err != nil {
		return err
	}
	data.Words = usedWords(body.String())
	for _, part := range []string{"words", "axioms", "again"} {
		if err := page.ExecuteTemplate(&body, part, data); err != nil {
			return err
		}
	}
	data.Body = template.HTML(body.String())
	text := &terminal.Writer{Out: w}
	return errors.Join(page.Execute(text, data), text.Close())
}

// Example is a query with documents, and the reason for showing them: a preference, or a row that a check flags.
type Example struct {
	Axiom  string // the axiom of the preference; "" for a judged pair
	Source string // the origin of the preference
	Query  Passage
	Docs   []Passage // the documents; a preference has two
	Why    []string  // the conditions that hold, with their numbers
}

// Passage is a text with its evidence marked.
type Passage struct {
	Role      string // the name in the explanation, such as d1
	Preferred bool   // whether the example prefers this document
	ID        string
	Text      []Part
	Whole     []Part // the whole text, which can be unfolded; nil if Text is complete
}

// Part is a part of a passage's text.
type Part struct {
	Text     string
	Evidence bool // whether the part is marked
}
