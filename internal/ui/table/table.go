package table

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Table is a table of results, for text, JSON, CSV and HTML. In JSON a row is an object with the columns' names as keys.
type Table struct {
	Name    string     `json:"name,omitempty"`   // key of the rows in JSON; by default the title in that form
	Title   string     `json:"title,omitempty"`  // line above the table in text; may be empty
	Remark  string     `json:"remark,omitempty"` // part of the caption that text shows too, below the title; may be empty
	Caption string     `json:"-"`                // one or two sentences that explain the table, in HTML; may be empty
	Columns []Column   `json:"columns"`
	Rows    [][]string `json:"rows"` // one cell for each column
	width   int        // maximum number of columns of the table's text; 0: the results' width applies
	bold    map[place]bool
}

// place is a cell of a table, by numbers from 0.
type place struct{ row, column int }

// Column is the head of a table's column. Text stands to the left, numbers to the right.
type Column struct {
	Name     string `json:"name"`
	Left     bool   `json:"left,omitempty"`
	IsDetail bool   `json:"detail,omitempty"` // whether Brief leaves the column out
}

// key returns the column's key in JSON: the name with _ in place of spaces. The name of a measure or an axiom is not changed.
func (c Column) key() string {
	if strings.Contains(c.Name, "(") {
		return c.Name
	}
	return strings.ReplaceAll(c.Name, " ", "_")
}

// Format returns a cell for people, with commas between the thousands of whole numbers, except in seeds and numbers of lines and rows.
func (c Column) Format(cell string) string {
	if c.Left || slices.Contains([]string{"seed", "line", "row"}, c.Name) {
		return cell
	}
	amounts := strings.Split(cell, " ") // a cell may have one for each class
	for i, text := range amounts {
		n, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(n) != text {
			return cell
		}
		amounts[i] = terminal.Group(n)
	}
	return strings.Join(amounts, " ")
}

// None is the text of a missing value, which is null in JSON and empty in CSV.
const None = "–"

// Left returns columns of text with these names.
func Left(names ...string) []Column { return columns(true, names) }

// Right returns columns of numbers with these names.
func Right(names ...string) []Column { return columns(false, names) }

// Mixed returns columns with these names. The first numTexts are columns of text, the others of numbers.
func Mixed(numTexts int, names ...string) []Column {
	return append(Left(names[:numTexts]...), Right(names[numTexts:]...)...)
}

func columns(left bool, names []string) []Column {
	return lists.Map(names, func(name string) Column { return Column{Name: name, Left: left} })
}

// Add adds a row. Missing cells at its end become None.
func (t *Table) Add(cells ...string) {
	for len(cells) < len(t.Columns) {
		cells = append(cells, None)
	}
	t.Rows = append(t.Rows, cells)
}

// Names returns the first cells of the rows.
func (t *Table) Names() (names []string) {
	return lists.Map(t.Rows, func(row []string) string { return row[0] })
}

// Embolden makes a cell of the last row bold if isBold is true. Only HTML shows bold cells.
func (t *Table) Embolden(column int, isBold bool) {
	if isBold {
		t.embolden(place{len(t.Rows) - 1, column})
	}
}

func (t *Table) embolden(p place) {
	if t.bold == nil {
		t.bold = map[place]bool{}
	}
	t.bold[p] = true
}

// EmboldenBest makes the largest value of each of the columns begin to end-1 bold. The values of a column must have the same width.
func (t *Table) EmboldenBest(begin, end int) {
	for c := begin; c < end; c++ {
		best := ""
		for _, row := range t.Rows {
			if row[c] != None && row[c] > best { // equal width, so bytes order as numbers
				best = row[c]
			}
		}
		for r, row := range t.Rows {
			if best != "" && row[c] == best {
				t.embolden(place{r, c})
			}
		}
	}
}

// IsBold reports whether a cell is bold.
func (t *Table) IsBold(row, column int) bool { return t.bold[place{row, column}] }

// Prepend adds a column before the first one, with a cell for each row.
func (t *Table) Prepend(c Column, cells []string) {
	bold := t.bold
	t.Columns, t.bold = slices.Insert(t.Columns, 0, c), nil
	for i := range t.Rows {
		t.Rows[i] = slices.Insert(t.Rows[i], 0, cells[i])
	}
	for p := range bold {
		t.embolden(place{p.row, p.column + 1})
	}
}

// DropEmpty returns the table without its empty columns. The first column always stays.
func (t *Table) DropEmpty() *Table {
	return t.withColumns(func(c int) bool {
		return c == 0 || slices.ContainsFunc(t.Rows, func(row []string) bool { return row[c] != None })
	})
}

func (t *Table) withColumns(keep func(c int) bool) *Table {
	out := *t
	out.Columns, out.Rows, out.bold = nil, make([][]string, len(t.Rows)), nil
	for c, column := range t.Columns {
		if !keep(c) {
			continue
		}
		for r, row := range t.Rows {
			if t.IsBold(r, c) {
				out.embolden(place{r, len(out.Columns)})
			}
			out.Rows[r] = append(out.Rows[r], row[c])
		}
		out.Columns = append(out.Columns, column)
	}
	return &out
}

// key returns the table's key in JSON: "axioms_fulfilled" for the title "Axioms fulfilled".
func (t *Table) key() string {
	title, _, _ := strings.Cut(t.Title, ":")
	return cmp.Or(t.Name, strings.ReplaceAll(strings.ToLower(title), " ", "_"))
}

// typographic replaces typographic minus signs and spaces by characters that programs can parse.
var typographic = strings.NewReplacer("−", "-", "\u202f", "", "\u00a0", "", "\u2009", "")

// plain returns a cell for programs: numbers without a plus and without separators of thousands.
func (c Column) plain(cell string) string {
	if cell == None {
		return ""
	}
	if c.Left {
		return cell
	}
	if number := strings.TrimPrefix(strings.ReplaceAll(typographic.Replace(cell), ",", ""), "+"); isNumber(number) {
		return number
	}
	return cell
}

func isNumber(text string) bool {
	return strings.Trim(text, "-.0123456789eE+") == "" && text != "" && json.Valid([]byte(text))
}

// value returns a cell as JSON shows it.
func (c Column) value(cell string) any {
	switch text := c.plain(cell); {
	case cell == None:
		return nil
	case !c.Left && isNumber(text):
		return json.Number(text)
	default:
		return text
	}
}
