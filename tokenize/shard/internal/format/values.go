package format

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

func appendQuoted(line []byte, text string) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c < ' ' || c == '"' || c == '\\' {
				return append(line, encoding.JSONString(text)...)
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError || r == '\u2028' || r == '\u2029' {
			return append(line, encoding.JSONString(text)...)
		}
		i += size
	}
	return append(append(append(line, '"'), text...), '"')
}

// appendIDs appends ids as the elements of an array.
func appendIDs[T int8 | int32](line []byte, ids []T) []byte {
	for i, id := range ids {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendInt(line, int64(id), 10)
	}
	return line
}

// appendNumber appends a number as encoding/json does, and null for NaN. A number of the type real always has a decimal point.
func appendNumber(line []byte, x float64, dtype string) []byte {
	bits := 64
	if dtype == "float32" {
		x, bits = float64(float32(x)), 32
	}
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return append(line, "null"...)
	case x != 0 && (size < 1e-6 || size >= 1e21):
		return append(line, encoding.MustJSON(x)...)
	case dtype == "real" && x == math.Trunc(x):
		return strconv.AppendFloat(line, x, 'f', 1, 64)
	}
	return strconv.AppendFloat(line, x, 'f', -1, bits)
}

// pandasMissing has the texts that pandas reads as missing values.
var pandasMissing = []string{"", " ", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA",
	"NULL", "NaN", "None", "n/a", "nan", "null"}

// header returns the first line of a file, and "" for files without a header.
func (w *writer) header() string {
	if w.folder.style != commas {
		return ""
	}
	var names []string
	r := w.newRow()
	for i, m := range w.template.root.members {
		if !m.isLeftOut(r) {
			names = append(names, w.template.root.keys[i])
		}
	}
	return strings.Join(names, ",")
}

// appendLine appends a row without the end of its line.
func (w *writer) appendLine(line []byte, r *row) []byte {
	root := &w.template.root
	switch {
	case w.folder.style == tabs:
		for i := range root.members {
			if i > 0 {
				line = append(line, '\t')
			}
			line = append(line, w.field(&root.members[i], r)...)
		}
		return line
	case w.folder.style == commas:
		b := bytes.NewBuffer(line)
		out := csv.NewWriter(b)
		var fields []string
		for i := range root.members {
			if m := &root.members[i]; !m.isLeftOut(r) {
				fields = append(fields, w.field(m, r))
			}
		}
		out.Write(fields) // cannot fail: it writes to a buffer
		out.Flush()
		return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	case w.template.isOurs:
		return root.append(line, r, 0)
	}
	line, err := w.template.Append(line, r)
	if err != nil {
		r.err = err
	}
	return line
}

// field returns a value for a field. Readers strip a line's end and cut the line at tabs, so it returns a text without tabs, line breaks
// and white space at its end. It adds a space to a text of CSV that pandas would read as a missing value. For an id with white space, which
// would look like two ids, it sets r.err.
func (w *writer) field(n *node, r *row) string {
	s, ok := n.sole()
	value := n.content(r, 0)
	switch {
	case !ok:
		return plan.Unbreak(value)
	case s.isText:
		if value = plan.Field(value); w.folder.style == commas && slices.Contains(pandasMissing, value) {
			value += " "
		}
		return value
	case s.isID && hasSpace(value) && r.err == nil:
		hint := "leave out " + w.format.Name
		if strings.HasSuffix(w.name, plan.CandidateMark) {
			hint += ", or --candidates"
		}
		r.err = errs.BadInput("", 0, hint, "lines of %s cannot carry the id %q", w.name, value)
	}
	return value
}

// hasSpace reports whether an id cannot be a field of its own: it is empty or has white space.
func hasSpace(id string) bool { return id == "" || strings.ContainsFunc(id, pairs.IsSpace) }

// column is a column of Parquet, with the placeholder whose values it holds.
type column struct {
	encoding.Column
	*segment
	list listKind // the list with a value for each element; 0 if a row has one value
	i    int      // the element whose value a column NAME_# holds
}

// columns returns the columns of a table. A member whose name ends in # is a column for each negative, from 1.
func (w *writer) columns() (columns []column) {
	for i, m := range w.template.root.members {
		c := column{Column: encoding.Column{Name: w.template.root.keys[i]}, list: m.list}
		if m.kind == '[' {
			m = m.members[0]
		}
		c.segment, _ = m.sole()
		c.List = c.list != 0 || c.ids != nil
		c.Dict = (c.placeholder.dict || c.segment.dict) && c.list == 0
		if c.classes != "" {
			c.Classes = strings.Split(c.classes, ",")
		}
		switch c.DType = c.numberType(); {
		case c.text != nil:
			c.DType = "string"
		case c.typed == "int64" && w.isSoft, c.DType == "float64" && c.words == nil, c.words != nil && w.isSoft:
			c.DType = "float32"
		case c.words != nil:
			c.DType, c.Classes = "int64", []string{c.words[1], c.words[0]}
		}
		name, isRepeated := strings.CutSuffix(c.Name, "#")
		if !isRepeated {
			columns = append(columns, c)
			continue
		}
		for c.i = range w.group {
			c.Name = fmt.Sprint(name, c.i+1)
			columns = append(columns, c)
		}
	}
	return columns
}

func addRow(b *encoding.Batch, columns []column, r *row) {
	for k := range columns {
		c := &columns[k]
		switch {
		case c.ids != nil:
			wide, narrow := c.ids(r, c.i)
			b.AddIDs(k, wide, narrow)
		case c.list != 0:
			for i := range r.size(c.list) {
				c.add(b, k, r, i)
			}
		default:
			c.add(b, k, r, c.i)
		}
	}
	b.Bytes += r.bytes
	r.bytes = 0
	b.EndRow()
}

// add adds the value for element i to column k of a batch.
func (c *column) add(b *encoding.Batch, k int, r *row, i int) {
	b.Bytes += c.bytes
	if c.number != nil {
		if x := c.number(r, i); math.IsNaN(x) {
			b.AddNull(k)
		} else {
			b.AddNumber(k, x)
		}
		return
	}
	value := c.text(r, i)
	if c.mayBeNull && value == "" {
		b.AddNull(k)
		return
	}
	if c.isText {
		b.Bytes += len(value)
	}
	b.AddText(k, value)
}

// jsonColumns returns the columns of an object as the loader of JSON lines infers them. Labels are numbers, since one file can have tasks
// with different classes.
func (n *node) jsonColumns(r *row) (columns []encoding.Column) {
	for i := range n.members {
		m := &n.members[i]
		if m.isLeftOut(r) {
			continue
		}
		c := encoding.Column{Name: n.keys[i]}
		if m.kind == '[' {
			c.List = true
			m = &m.members[0]
		}
		switch m.kind {
		case '{':
			c.DType, c.Fields = "struct", m.jsonColumns(r)
		case '[':
			c.DType = "slice"
		default:
			c.DType = m.numberType()
		}
		columns = append(columns, c)
	}
	return columns
}

// numberType returns the type of a value of JSON that is no object or array.
func (n *node) numberType() string {
	if s, ok := n.sole(); ok && s.number != nil && s.words == nil {
		return s.numberType()
	}
	return "string"
}

// memory returns the size in bytes of a value in Arrow's columns, as Hugging Face datasets counts it. A text or a list has an offset of
// four bytes, and a list in a list counts 24. A number has the width of its type, also if it is null.
func (n *node) memory(r *row, i int) (size int64) {
	const offset, innerList = 4, 24
	switch n.kind {
	case '"':
		if kind := n.numberType(); kind != "string" {
			return int64(encoding.Width(kind))
		}
		return offset + int64(len(n.content(r, i)))
	case '[':
		size = offset
	}
	for j := range n.times(r) {
		if n.list != 0 {
			i = j
		}
		for k := range n.members {
			switch m := &n.members[k]; {
			case m.isLeftOut(r):
			case n.kind == '[' && m.kind == '[':
				size += innerList
			default:
				size += m.memory(r, i)
			}
		}
	}
	return size
}
