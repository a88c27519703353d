package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
)

//go:embed page.tmpl
var pageSource string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Parse(pageSource))

// pageData is the record as the template shows it.
type pageData struct {
	Kind     string
	Title    string
	Style    template.CSS
	Findings []finding
	Facts    []fact
	Warnings []string
	Sections []section
	Command  string
	Seeds    string
	Versions string
	Runs     bool // there is a table of runs
}

type fact struct{ Name, Value string }

// section is a heading with a figure, a table, or a figure whose numbers can be unfolded. A folded section shows only
// its heading until asked.
type section struct {
	Title  string
	Figure *figure
	Table  *pageTable
	Folded bool
}

// pageTable is a table with exported fields, as templates need them.
type pageTable struct {
	Caption string
	Columns []pageColumn
	Rows    [][]pageCell
	Folded  bool
}

type pageColumn struct {
	Name string
	Left bool
}

type pageCell struct {
	Text         string
	Left, Strong bool
}

// What the page shows at once: tables up to longTable rows, and of the tests of the main measure the first openGains drawn query
// by query; the rest unfolds.
const (
	longTable = 12
	openGains = 2
)

// HTML writes the whole report as one page: figures inline, no script, nothing fetched, light or dark as the reader's
// system is, and well-formed XML.
func (r *Result) HTML(w io.Writer) error {
	var findings []finding
	for _, sentence := range r.Findings {
		findings = append(findings, findingOf(sentence))
	}
	return writePage(w, pageData{Kind: "axiomine experiment report", Title: r.Title, Style: template.CSS(pageStyle), Findings: findings, Facts: r.facts(),
		Warnings: r.Warnings, Sections: r.sections(), Command: r.Command, Seeds: capital(r.seedsText()), Versions: versionsText(r.Versions),
		Runs: true})
}

// sections goes from the answer to its grounds: scores, tests, single queries, training, axioms, pools, runs, settings.
func (r *Result) sections() []section {
	var list []section
	add := func(title string, f *figure, t *table) {
		s := section{Title: title, Figure: f}
		if t != nil && len(t.rows) > 0 {
			s.Table = t.forPage()
			s.Table.Folded = f != nil || len(t.rows) > longTable
		}
		if s.Figure != nil || s.Table != nil {
			list = append(list, s)
		}
	}
	main := r.Protocol.Main
	add("Scores", nil, r.summaryTable(false))
	add("Published beside ours", nil, r.publishedTable())
	add(main+" of each system", r.effectFigure(), nil)
	add("Tests", nil, r.testsTable())
	gains := 0
	for _, t := range r.Tests {
		if t.Measure != main || t.Split != "test" {
			continue
		}
		if f := r.gainFigure(t); f != nil {
			list = append(list, section{Title: "Gain per query: " + t.A + " → " + t.B, Figure: f, Folded: gains >= openGains})
			gains++
		}
	}
	add("Training", r.trainingFigure(), nil)
	add("Axioms fulfilled", r.fulfilmentFigure(), r.fulfilmentTable())
	add("Axioms before and after", nil, r.mendedTable())
	add("Length skew of the pools", r.skewFigure(), r.poolsTable())
	add("What the arms chose from", nil, r.choicesTable())
	add("Runs", nil, r.runsTable())
	add("Settings", nil, r.settingsTable())
	return list
}

func (t *table) forPage() *pageTable {
	p := &pageTable{Caption: t.caption}
	for _, c := range t.columns {
		p.Columns = append(p.Columns, pageColumn{c.name, c.left})
	}
	for _, row := range t.rows {
		var cells []pageCell
		for i, c := range row {
			cells = append(cells, pageCell{c.text, t.columns[i].left, c.strong})
		}
		p.Rows = append(p.Rows, cells)
	}
	return p
}

// facts are the few figures that say what kind of experiment this is.
func (r *Result) facts() []fact {
	p := r.Protocol
	var splits []string
	for _, s := range p.Splits {
		splits = append(splits, grouped(s.Queries)+" "+s.Name)
	}
	list := []fact{{"collection", p.Collection}, {"documents", grouped(p.Documents)}}
	if len(splits) > 0 {
		list = append(list, fact{"queries", strings.Join(splits, ", ")})
	}
	return append(list, fact{"judged training queries", grouped(p.JudgedQueries)}, fact{"seeds", strings.TrimPrefix(r.seedsText(), "seed ")}, fact{"candidates", p.Candidates})
}
