package page

import (
	"cmp"
	"html"
	"html/template"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/table"
)

// Meaning is an axiom in words: what it prefers, the rule, and whose it is.
type Meaning struct{ Axiom, Title, Rule, Source string }

// String returns what shows to those who point at the axiom's name.
func (m Meaning) String() string { return m.Title + ": " + m.Rule }

// glossary says what each axiom means wherever its name stands alone: in a heading, a cell or a figure's label.
type glossary struct {
	list     []Meaning
	meanings map[string]string
	titles   map[string]string
	labels   *strings.Replacer // of figures
}

func newGlossary(list []Meaning) glossary {
	g := glossary{list: list, meanings: map[string]string{}, titles: map[string]string{}}
	var labels []string
	for _, m := range list {
		g.meanings[m.Axiom], g.titles[m.Axiom] = m.String(), m.Title
		end := html.EscapeString(m.Axiom) + "</text>"
		labels = append(labels, ">"+end, "><title>"+html.EscapeString(m.String())+"</title>"+end)
	}
	g.labels = strings.NewReplacer(labels...)
	return g
}

// section returns a section as the template shows it.
func (g glossary) section(s *Section) shownSection {
	section := shownSection{Section: *s, Meaning: g.meanings[s.Title]}
	if s.Table != nil {
		section.Title = cmp.Or(s.Title, s.Table.Title)
	}
	if s.Figure != nil {
		section.Named = g.lookup(s.Figure)
		f := *s.Figure
		f.Wide, f.Narrow = template.HTML(g.labels.Replace(string(f.Wide))), template.HTML(g.labels.Replace(string(f.Narrow)))
		section.Figure = &f
	}
	section.Examples = slices.Clone(s.Examples)
	for i := range section.Examples {
		section.Examples[i].Meaning = g.meanings[section.Examples[i].Axiom]
	}
	if s.Table != nil && len(s.Table.Rows) > 0 {
		section.Table = g.table(s.Table)
		section.Table.Folded = s.Figure != nil || len(s.Table.Rows) > longTable
	}
	return section
}

// lookup returns the axioms that are labels of a figure.
func (g glossary) lookup(f *Figure) (list []Meaning) {
	for _, m := range g.list {
		if strings.Contains(string(f.Wide), ">"+html.EscapeString(m.Axiom)+"</text>") {
			list = append(list, m)
		}
	}
	return list
}

// table returns a table as the template shows it.
func (g glossary) table(t *table.Table) *shownTable {
	table := &shownTable{Caption: t.Caption, Columns: slices.Clone(t.Columns)}
	for i := range table.Columns {
		table.Columns[i].Meaning = cmp.Or(g.meanings[table.Columns[i].Name], meaningOf(table.Columns[i].Name))
	}
	isNamed := map[string]bool{}
	for r, row := range t.Rows {
		var cells []shownCell
		for c, text := range row {
			cells = append(cells, shownCell{t.Columns[c].Format(text), t.Columns[c].Left, t.IsBold(r, c), g.meanings[text], ""})
			if g.titles[text] != "" && !isNamed[text] {
				cells[c].Title, isNamed[text] = g.titles[text], true
			}
		}
		table.Rows = append(table.Rows, cells)
	}
	return table
}
