// Package table prints the tables and sentences of a command's result: as text within a width, as JSON, and as CSV.
package table

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Results are tables and sentences, in the order in which a person reads them.
type Results struct {
	parts  []part
	single bool // whether the results are one table, which JSON writes as a list without a name
	// Object replaces the tables in JSON, if it is not nil.
	Object any
}

// part is a table or a sentence.
type part struct {
	Table    *Table `json:"table,omitempty"`
	Sentence string `json:"sentence,omitempty"`
	IsDetail bool   `json:"detail,omitempty"`
}

// Single returns the results of a command that prints one table.
func Single(t *Table) *Results {
	r := new(Results).Table(t)
	r.single = true
	return r
}

// MarshalJSON returns the complete results, except captions and bold cells of tables. UnmarshalJSON reads them.
func (r *Results) MarshalJSON() ([]byte, error) { return json.Marshal(r.parts) }

// UnmarshalJSON reads a result of MarshalJSON. A row that does not have one cell for each column is an error.
func (r *Results) UnmarshalJSON(raw []byte) error {
	*r = Results{}
	if err := json.Unmarshal(raw, &r.parts); err != nil {
		return err
	}
	for _, p := range r.parts {
		if p.Table != nil && slices.ContainsFunc(p.Table.Rows, func(row []string) bool { return len(row) != len(p.Table.Columns) }) {
			return errors.New("a row has more or fewer cells than its table has columns")
		}
	}
	return nil
}

// Table adds a table. Text leaves out a table without rows.
func (r *Results) Table(t *Table) *Results {
	r.parts = append(r.parts, part{Table: t})
	return r
}

// Say adds a sentence, which is one line.
func (r *Results) Say(format string, args ...any) *Results {
	r.parts = append(r.parts, part{Sentence: fmt.Sprintf(format, args...)})
	return r
}

// And adds all parts of other results.
func (r *Results) And(more *Results) *Results {
	r.parts = append(r.parts, more.parts...)
	return r
}

// Details adds all parts of other results as details, which Brief leaves out.
func (r *Results) Details(more *Results) *Results {
	for _, p := range more.parts {
		p.IsDetail = true
		r.parts = append(r.parts, p)
	}
	return r
}

// briefWidth is the maximum width of tables in a brief text without another limit.
const briefWidth = 80

// Brief returns the results without details, and a phrase about the omitted parts: "7 columns and 2 tables", or "" for none. Tables fit in
// width columns, or in 80 if width is 0.
func (r *Results) Brief(width int) (brief *Results, omitted string) {
	brief = &Results{Object: r.Object, single: r.single}
	numColumns, numTables := 0, 0
	for _, p := range r.parts {
		switch {
		case p.IsDetail && p.Table != nil && len(p.Table.Rows) > 0:
			numTables++
		case p.IsDetail:
		case p.Table != nil && len(p.Table.Rows) > 0:
			short := p.Table.withColumns(func(c int) bool { return !p.Table.Columns[c].IsDetail })
			numColumns += len(p.Table.Columns) - len(short.Columns)
			short.width = cmp.Or(width, briefWidth)
			brief.Table(short)
		default:
			brief.parts = append(brief.parts, p)
		}
	}
	var counts []string
	if numColumns > 0 {
		counts = append(counts, terminal.Plural(numColumns, "column", "columns"))
	}
	if numTables > 0 {
		counts = append(counts, terminal.Plural(numTables, "table", "tables"))
	}
	return brief, strings.Join(counts, " and ")
}

// Text writes the results for a person, in lines of at most width columns (0: no limit). It writes an empty line before and after a table.
func (r *Results) Text(w io.Writer, width int) error {
	var previous *part
	for i := range r.parts {
		p := &r.parts[i]
		if p.Table != nil && len(p.Table.Rows) == 0 {
			continue
		}
		if previous != nil && (p.Table != nil || previous.Table != nil) {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := p.text(w, width); err != nil {
			return err
		}
		previous = p
	}
	return nil
}

func (p part) text(w io.Writer, width int) error {
	if p.Table == nil {
		_, err := fmt.Fprintln(w, terminal.WrapText(terminal.Line(p.Sentence), width))
		return err
	}
	for _, line := range []string{p.Table.Title, p.Table.Remark} {
		if line != "" {
			if _, err := fmt.Fprintf(w, "%s\n\n", terminal.Wrap(terminal.Line(line), width, 2)); err != nil {
				return err
			}
		}
	}
	return p.Table.WriteText(w, cmp.Or(p.Table.width, width))
}

// JSON writes Object, if it is set. Without Object, it writes the table of Single as a list with one object for each row. Other results
// become one object with such a list for each table, and the sentences under "findings".
func (r *Results) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(r.object())
}

func (r *Results) object() any {
	if r.Object != nil {
		return r.Object
	}
	var all Object
	sentences := []string{}
	for _, p := range r.parts {
		switch {
		case p.Table == nil:
			sentences = append(sentences, p.Sentence)
		case r.single:
			return p.Table.objects()
		default:
			all = append(all, Member{p.Table.key(), p.Table.objects()})
		}
	}
	return append(all, Member{"findings", sentences})
}

// objects returns the rows as JSON shows them.
func (t *Table) objects() []Object {
	rows := make([]Object, len(t.Rows))
	for i, row := range t.Rows {
		for c, column := range t.Columns {
			rows[i] = append(rows[i], Member{column.key(), column.value(row[c])})
		}
	}
	return rows
}

// Object is a JSON object whose members keep their order.
type Object []Member

// Member is a member of an Object.
type Member struct {
	Name  string
	Value any
}

// MarshalJSON returns the members in their order as a JSON object.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := enc.Encode(f.Name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(f.Value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// CSV writes the first table with its head, with the cells of Cells. It leaves out other tables and sentences.
func (r *Results) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	for _, p := range r.parts {
		if p.Table == nil {
			continue
		}
		heads := lists.Map(p.Table.Columns, Column.key)
		_ = out.Write(Cells(heads)) // Flush returns the error
		for _, row := range p.Table.Rows {
			cells := make([]string, len(row))
			for i, c := range p.Table.Columns {
				cells[i] = c.plain(row[i])
			}
			_ = out.Write(Cells(cells))
		}
		break
	}
	out.Flush()
	return out.Error()
}

// Cells returns the cells of a CSV row, safe for spreadsheets (OWASP, CSV Injection). A cell that begins with =, +, -, @, TAB or CR
// could be a formula and gets an apostrophe before it. Numbers and a single - get none.
func Cells(row []string) []string {
	safe := make([]string, len(row))
	for i, cell := range row {
		cell = terminal.Line(cell)
		if cell != "" && cell != "-" && strings.ContainsRune("=+-@\t", rune(cell[0])) {
			if _, err := numeral.Parse(cell); err != nil {
				cell = "'" + cell
			}
		}
		safe[i] = cell
	}
	return safe
}
