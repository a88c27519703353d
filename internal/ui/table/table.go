package table

import (
	"encoding/json"
	"strings"
)

// Table is a table of results. In JSON a row is an object with the columns' names as keys.
type Table struct {
	Name    string // the key of its rows in JSON
	Title   string // the line above it in text; may be empty
	Remark  string // a line below the title; may be empty
	Columns []Column
	Rows    [][]string // a cell a column
	width   int        // that its text fits; 0: that of the results
}

// Column is the head of a table's column. Text stands to the left, numbers to the right.
type Column struct {
	Name string
	Left bool

	IsDetail bool // what Brief leaves out

	Meaning string // of a name that has to be explained, as a page does on hover; "" for most
}

// key is the name for programs: that of people, its words joined. A measure or an axiom stays as it is written.
func (c Column) key() string {
	if strings.Contains(c.Name, "(") {
		return c.Name
	}
	return strings.ReplaceAll(c.Name, " ", "_")
}

// None stands where there is no value: null in JSON, nothing in CSV.
const None = "–"

// Left names columns of text.
func Left(names ...string) []Column { return columns(true, names) }

// Right names columns of numbers.
func Right(names ...string) []Column { return columns(false, names) }

func columns(left bool, names []string) []Column {
	list := make([]Column, len(names))
	for i, name := range names {
		list[i] = Column{Name: name, Left: left}
	}
	return list
}

// Add adds a row; the cells that it lacks have no value.
func (t *Table) Add(cells ...string) {
	for len(cells) < len(t.Columns) {
		cells = append(cells, None)
	}
	t.Rows = append(t.Rows, cells)
}

// typographic are the signs that people read and programs do not.
var typographic = strings.NewReplacer("−", "-", "\u202f", "", "\u00a0", "", "\u2009", "")

// plain is a cell as programs read it: numbers without a plus and without gaps or commas between thousands.
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

// value is a cell as JSON shows it.
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
