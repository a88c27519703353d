package table

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// WriteText writes the table in lines of at most width columns (0: of any length): columns by two spaces and a rule under the head
// where they fit. A wider table loses the columns in which no row has a value. If it is still wider, a table of numbers is cut into
// several below each other, which all begin with its columns of text; any other is a block a row. A head with a bracket is split before
// it, to keep the columns of canonical axioms narrow.
func (t *Table) WriteText(w io.Writer, width int) error {
	var b strings.Builder
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		for c, cell := range row {
			rows[i] = append(rows[i], terminal.Line(t.Columns[c].Format(cell)))
		}
	}
	widths, heads := t.layout(rows)
	bands := t.bands(widths, width)
	if len(bands) != 1 {
		if short := t.DropEmpty(); len(short.Columns) < len(t.Columns) {
			return short.WriteText(w, width)
		}
	}
	for i, band := range bands {
		if i > 0 {
			b.WriteString("\n")
		}
		t.align(&b, rows, band, widths, heads)
	}
	if bands == nil {
		t.stack(&b, rows, width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// layout returns the width of every column, and its head in two lines, of which the first may be empty.
func (t *Table) layout(rows [][]string) (widths []int, heads [2][]string) {
	for i, c := range t.Columns {
		top, bottom := "", c.Name
		if paren := strings.IndexByte(c.Name, '('); paren > 0 {
			top, bottom = c.Name[:paren], c.Name[paren:]
		}
		heads[0], heads[1] = append(heads[0], top), append(heads[1], bottom)
		widest := max(utf8.RuneCountInString(top), utf8.RuneCountInString(bottom))
		for _, row := range rows {
			widest = max(widest, utf8.RuneCountInString(row[i]))
		}
		widths = append(widths, widest)
	}
	return widths, heads
}

// bands divides the columns into lists that fit; nil where they cannot be divided.
func (t *Table) bands(widths []int, width int) (bands [][]int) {
	var all, keys []int
	texts := 0
	for i, c := range t.Columns {
		if all = append(all, i); c.Left {
			texts++
		}
		if len(keys) == i && c.Left {
			keys = append(keys, i)
		}
	}
	if width <= 0 || neededWidth(all, widths) <= width {
		return [][]int{all}
	}
	if texts > len(keys) || len(keys) == len(all) {
		return nil
	}
	band := slices.Clone(keys)
	for i := len(keys); i < len(all); i++ {
		if len(band) > len(keys) && neededWidth(append(band, i), widths) > width {
			bands, band = append(bands, band), slices.Clone(keys)
		}
		if band = append(band, i); neededWidth(band, widths) > width {
			return nil
		}
	}
	return append(bands, band)
}

// neededWidth returns the width of a line of columns.
func neededWidth(columns, widths []int) int {
	n := 2 * (len(columns) - 1)
	for _, i := range columns {
		n += widths[i]
	}
	return n
}

// align writes a line a row, of some of the columns.
func (t *Table) align(b *strings.Builder, rows [][]string, columns, widths []int, heads [2][]string) {
	line := func(cells []string) {
		var l strings.Builder
		for n, i := range columns {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cells[i]))
			if n > 0 {
				l.WriteString("  ")
			}
			if t.Columns[i].Left {
				l.WriteString(cells[i] + pad)
			} else {
				l.WriteString(pad + cells[i])
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	if slices.ContainsFunc(columns, func(i int) bool { return heads[0][i] != "" }) {
		line(heads[0])
	}
	line(heads[1])
	rules := make([]string, len(widths))
	for i, n := range widths {
		rules[i] = strings.Repeat("─", n)
	}
	line(rules)
	for _, row := range rows {
		line(row)
	}
}

// stack writes a block a row: its first cell, then the others under it, each behind the name of its column.
func (t *Table) stack(b *strings.Builder, rows [][]string, width int) {
	widest := 0
	for _, c := range t.Columns[1:] {
		widest = max(widest, utf8.RuneCountInString(c.Name))
	}
	indent := min(widest+4, width/2)
	for _, row := range rows {
		b.WriteString(terminal.Wrap(row[0], width, 2) + "\n")
		for i, c := range t.Columns[1:] {
			pad := strings.Repeat(" ", widest-utf8.RuneCountInString(c.Name))
			b.WriteString(terminal.Wrap("  "+c.Name+pad+"  "+row[i+1], width, indent) + "\n")
		}
	}
}
