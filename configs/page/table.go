package page

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/configs/shown"
)

// Table is what text, Markdown and HTML show alike.
type Table struct {
	Title   string
	Caption string // what the reader sees, one or two sentences
	Remark  string // of the caption what stands above the table in text too; may be empty
	Columns []Column
	Rows    [][]Cell
}

// Column is the head of a table's column.
type Column struct {
	Name string
	Left bool // text; numbers stand to the right

	Meaning string // where the name is an axiom; the page fills it in
}

// Cell is a field of a table.
type Cell struct {
	Text   string
	Strong bool // the best of its column, or what the reader must not miss
}

// DropEmpty removes the columns in which no row has a value.
func (t *Table) DropEmpty() *Table {
	for c := len(t.Columns) - 1; c > 0; c-- {
		if !slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[c].Text != None }) {
			t.Columns = slices.Delete(t.Columns, c, c+1)
			for i := range t.Rows {
				t.Rows[i] = slices.Delete(t.Rows[i], c, c+1)
			}
		}
	}
	return t
}

// Left names columns of text, which stand to the left.
func Left(names ...string) []Column {
	var list []Column
	for _, name := range names {
		list = append(list, Column{Name: name, Left: true})
	}
	return list
}

// Right names columns of numbers, which stand to the right.
func Right(names ...string) []Column {
	var list []Column
	for _, name := range names {
		list = append(list, Column{Name: name})
	}
	return list
}

// Plain makes cells of texts.
func Plain(texts ...string) []Cell {
	var list []Cell
	for _, text := range texts {
		list = append(list, Cell{Text: text})
	}
	return list
}

// None stands where there is no value.
const None = "–"

// WriteText writes the table for a terminal: columns by two spaces, a rule under the head. A head with a bracket is
// split before it, to keep columns of canonical axioms narrow.
func (t *Table) WriteText(w io.Writer) {
	if t.Remark != "" {
		fmt.Fprintf(w, "%s\n\n", t.Remark)
	}
	heads := make([][2]string, len(t.Columns))
	widths := make([]int, len(t.Columns))
	two := false
	for i, c := range t.Columns {
		heads[i][1] = c.Name
		if at := strings.IndexByte(c.Name, '('); at > 0 {
			heads[i], two = [2]string{c.Name[:at], c.Name[at:]}, true
		}
		widths[i] = max(utf8.RuneCountInString(heads[i][0]), utf8.RuneCountInString(heads[i][1]))
		for _, row := range t.Rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i].Text))
		}
	}
	line := func(texts func(i int) string) {
		var b strings.Builder
		for i, c := range t.Columns {
			text := texts(i)
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			if i > 0 {
				b.WriteString("  ")
			}
			if c.Left {
				b.WriteString(text + pad)
			} else {
				b.WriteString(pad + text)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
	if two {
		line(func(i int) string { return heads[i][0] })
	}
	line(func(i int) string { return heads[i][1] })
	line(func(i int) string { return strings.Repeat("─", widths[i]) })
	for _, row := range t.Rows {
		line(func(i int) string { return row[i].Text })
	}
}

var marks = strings.NewReplacer("\\", `\\`, "](", `\](`, "][", `\][`, "]:", `\]:`, "~", `\~`, "\r", " ", "|", `\|`, "\n", " ", "*",
	`\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "&", "&amp;")

// markdown shows names as text: no markup, link, image or HTML.
func markdown(text string) string { return marks.Replace(shown.Text(text)) }

// fenced is a block of code, whose fence is longer than any in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + shown.Text(text) + "\n" + fence
}

// writeMarkdown writes the table as GitHub reads it; strong cells are bold.
func (t *Table) writeMarkdown(w io.Writer) {
	for _, c := range t.Columns {
		fmt.Fprintf(w, "| %s ", markdown(c.Name))
	}
	fmt.Fprint(w, "|\n")
	for _, c := range t.Columns {
		if c.Left {
			fmt.Fprint(w, "|---")
		} else {
			fmt.Fprint(w, "|---:")
		}
	}
	fmt.Fprint(w, "|\n")
	for _, row := range t.Rows {
		for _, c := range row {
			text := markdown(c.Text)
			if c.Strong {
				text = "**" + text + "**"
			}
			fmt.Fprintf(w, "| %s ", text)
		}
		fmt.Fprint(w, "|\n")
	}
}

// Embolden marks the largest value of the columns from..to-1.
func (t *Table) Embolden(from, to int) {
	for c := from; c < to; c++ {
		best := ""
		for _, row := range t.Rows {
			if row[c].Text != None && row[c].Text > best { // equal width, so bytes order as numbers
				best = row[c].Text
			}
		}
		for _, row := range t.Rows {
			row[c].Strong = best != "" && row[c].Text == best
		}
	}
}

// ForPage is the table as the template shows it.
func (t *Table) ForPage() *TableData {
	p := &TableData{Caption: t.Caption, Columns: slices.Clone(t.Columns)}
	for _, row := range t.Rows {
		var cells []cellData
		for i, c := range row {
			cells = append(cells, cellData{Text: c.Text, Left: t.Columns[i].Left, Strong: c.Strong})
		}
		p.Rows = append(p.Rows, cells)
	}
	return p
}
