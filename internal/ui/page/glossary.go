package page

import (
	"html"
	"html/template"
	"strings"
)

// Meaning is an axiom in words: what it prefers, the rule, and whose it is.
type Meaning struct{ Axiom, Title, Rule, Source string }

// String is what shows to those who point at the axiom's name.
func (m Meaning) String() string { return m.Title + ": " + m.Rule }

// explain says what each axiom means wherever its name stands alone: in a heading, a cell or a figure's label.
func (c *Content) explain() {
	meanings := map[string]string{}
	var labels []string
	for _, m := range c.Glossary {
		meanings[m.Axiom] = m.String()
		end := html.EscapeString(m.Axiom) + "</text>"
		labels = append(labels, ">"+end, "><title>"+html.EscapeString(m.String())+"</title>"+end)
	}
	inLabels := strings.NewReplacer(labels...)
	for i := range c.Sections {
		s := &c.Sections[i]
		s.Meaning = meanings[s.Title]
		if s.Figure != nil {
			f := *s.Figure
			f.Wide, f.Narrow = template.HTML(inLabels.Replace(string(f.Wide))), template.HTML(inLabels.Replace(string(f.Narrow)))
			s.Figure = &f
		}
		for j := range s.Examples {
			s.Examples[j].Meaning = meanings[s.Examples[j].Axiom]
		}
		if s.Table != nil {
			s.Table.explain(meanings)
		}
	}
}

func (t *TableData) explain(meanings map[string]string) {
	for i := range t.Columns {
		t.Columns[i].Meaning = meanings[t.Columns[i].Name]
	}
	for _, row := range t.Rows {
		for i := range row {
			row[i].Meaning = meanings[row[i].Text]
		}
	}
}
