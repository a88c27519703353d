package page

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
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
type Column = table.Column

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
func Left(names ...string) []Column { return table.Left(names...) }

// Right names columns of numbers, which stand to the right.
func Right(names ...string) []Column { return table.Right(names...) }

// Plain makes cells of texts.
func Plain(texts ...string) []Cell {
	var list []Cell
	for _, text := range texts {
		list = append(list, Cell{Text: text})
	}
	return list
}

// None stands where there is no value.
const None = table.None

// Results is the table as commands show it, under a name for JSON.
func (t *Table) Results(name string) *table.Table {
	out := &table.Table{Name: name, Title: t.Title, Remark: t.Remark, Columns: t.Columns}
	for _, row := range t.Rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, c.Text)
		}
		out.Add(cells...)
	}
	return out
}

var marks = strings.NewReplacer("\\", `\\`, "](", `\](`, "][", `\][`, "]:", `\]:`, "~", `\~`, "\r", " ", "|", `\|`, "\n", " ", "*",
	`\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "&", "&amp;")

// markdown shows names as text: no markup, link, image or HTML.
func markdown(text string) string { return marks.Replace(terminal.Text(text)) }

// fenced is a block of code, whose fence is longer than any in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + terminal.Text(text) + "\n" + fence
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
func (t *Table) Embolden(begin, end int) {
	for c := begin; c < end; c++ {
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
