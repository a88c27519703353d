package table

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// WriteText writes the table in lines of at most width columns (0: no limit). Two spaces separate columns, and a rule is under the head. If
// the table is too wide, empty columns are left out. If it is still too wide and only its first columns are texts, it is cut into several
// tables, each with these columns. Any other wide table is written as one block for each row. A head is broken before a bracket, so that
// columns of axioms are narrow.
func (t *Table) WriteText(w io.Writer, width int) error {
	g := newGrid(t)
	bands := g.bands(width)
	if len(bands) != 1 {
		if short := t.DropEmpty(); len(short.Columns) < len(t.Columns) {
			return short.WriteText(w, width)
		}
	}
	var b strings.Builder
	for i, band := range bands {
		if i > 0 {
			b.WriteString("\n")
		}
		g.align(&b, band)
	}
	if bands == nil {
		g.stack(&b, width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// grid is a table as text: its formatted cells, and the head and width of each column.
type grid struct {
	columns []Column
	rows    [][]string
	heads   [2][]string // two lines of heads; cells of the first may be empty
	widths  []int
}

func newGrid(t *Table) *grid {
	g := &grid{columns: t.Columns, rows: make([][]string, len(t.Rows))}
	for i, c := range t.Columns {
		top, bottom := "", c.Name
		if paren := strings.IndexByte(c.Name, '('); paren > 0 {
			top, bottom = c.Name[:paren], c.Name[paren:]
		}
		g.heads[0], g.heads[1] = append(g.heads[0], top), append(g.heads[1], bottom)
		widest := max(utf8.RuneCountInString(top), utf8.RuneCountInString(bottom))
		for r, row := range t.Rows {
			cell := terminal.Line(c.Format(row[i]))
			g.rows[r] = append(g.rows[r], cell)
			widest = max(widest, utf8.RuneCountInString(cell))
		}
		g.widths = append(g.widths, widest)
	}
	return g
}

// bands divides the columns into lists that fit into width. It returns nil if that is impossible.
func (g *grid) bands(width int) (bands [][]int) {
	var all, keys []int
	texts := 0
	for i, c := range g.columns {
		if all = append(all, i); c.Left {
			texts++
		}
		if len(keys) == i && c.Left {
			keys = append(keys, i)
		}
	}
	if width <= 0 || g.lineWidth(all) <= width {
		return [][]int{all}
	}
	if texts > len(keys) || len(keys) == len(all) {
		return nil
	}
	band := slices.Clone(keys)
	for i := len(keys); i < len(all); i++ {
		if len(band) > len(keys) && g.lineWidth(append(band, i)) > width {
			bands, band = append(bands, band), slices.Clone(keys)
		}
		if band = append(band, i); g.lineWidth(band) > width {
			return nil
		}
	}
	return append(bands, band)
}

func (g *grid) lineWidth(columns []int) int {
	n := 2 * (len(columns) - 1)
	for _, i := range columns {
		n += g.widths[i]
	}
	return n
}

// align writes the heads, a rule, and one line for each row, of some of the columns.
func (g *grid) align(b *strings.Builder, columns []int) {
	line := func(cells []string) {
		var l strings.Builder
		for n, i := range columns {
			pad := strings.Repeat(" ", g.widths[i]-utf8.RuneCountInString(cells[i]))
			if n > 0 {
				l.WriteString("  ")
			}
			if g.columns[i].Left {
				l.WriteString(cells[i] + pad)
			} else {
				l.WriteString(pad + cells[i])
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	if slices.ContainsFunc(columns, func(i int) bool { return g.heads[0][i] != "" }) {
		line(g.heads[0])
	}
	line(g.heads[1])
	rules := lists.Map(g.widths, func(n int) string { return strings.Repeat("─", n) })
	line(rules)
	for _, row := range g.rows {
		line(row)
	}
}

// stack writes one block for each row: its first cell, then a line for each other cell, with the column's name before it.
func (g *grid) stack(b *strings.Builder, width int) {
	widest := 0
	for _, c := range g.columns[1:] {
		widest = max(widest, utf8.RuneCountInString(c.Name))
	}
	indent := min(widest+4, width/2)
	for _, row := range g.rows {
		b.WriteString(terminal.Wrap(row[0], width, 2) + "\n")
		for i, c := range g.columns[1:] {
			pad := strings.Repeat(" ", widest-utf8.RuneCountInString(c.Name))
			b.WriteString(terminal.Wrap("  "+c.Name+pad+"  "+row[i+1], width, indent) + "\n")
		}
	}
}
