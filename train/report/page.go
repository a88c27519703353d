package report

import (
	"errors"
	"html/template"
	"io"

	"github.com/axiomine/axiomine/configs/shown"
)

// Page is a report of something else than an experiment in the same looks.
type Page struct {
	Kind     string // what kind of report it is, in small print
	Title    string
	Facts    [][2]string // name and value
	Warnings []string
	Chapters []Chapter
	Command  string // that makes the same page
}

// Chapter is a heading with a chart, a table, or a chart whose numbers can be unfolded.
type Chapter struct {
	Title string
	Chart Chart // may be nil
	Table *Table
}

// Table is a table of texts; the columns from the one numbered Left on are numbers.
type Table struct {
	Caption string
	Heads   []string
	Left    int
	Rows    [][]string
}

// HTML writes the page: figures inline, no script, nothing fetched.
func (p *Page) HTML(w io.Writer) error {
	data := pageData{Kind: p.Kind, Title: p.Title, Style: template.CSS(pageStyle), Warnings: p.Warnings, Command: p.Command}
	for _, f := range p.Facts {
		data.Facts = append(data.Facts, fact{f[0], f[1]})
	}
	for _, c := range p.Chapters {
		s := section{Title: c.Title}
		if c.Chart != nil {
			s.Figure = c.Chart.figure()
		}
		if c.Table != nil && len(c.Table.Rows) > 0 {
			s.Table = c.Table.forPage()
			s.Table.Folded = s.Figure != nil || len(c.Table.Rows) > longTable
		}
		if s.Figure != nil || s.Table != nil {
			data.Sections = append(data.Sections, s)
		}
	}
	return writePage(w, data)
}

// writePage writes a page, on which names of others reorder no text.
func writePage(w io.Writer, data pageData) error {
	text := &shown.Writer{To: w}
	return errors.Join(page.Execute(text, data), text.Close())
}

func (t *Table) forPage() *pageTable {
	p := &pageTable{Caption: t.Caption}
	for i, head := range t.Heads {
		p.Columns = append(p.Columns, pageColumn{head, i < t.Left})
	}
	for _, row := range t.Rows {
		var cells []pageCell
		for i, text := range row {
			cells = append(cells, pageCell{Text: text, Left: i < t.Left})
		}
		p.Rows = append(p.Rows, cells)
	}
	return p
}
