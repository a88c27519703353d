package celltext

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/internal/lazy"
)

// frameBeginning matches the beginning of a table that is written by its columns.
var frameBeginning = lazy.Regexp(`^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{\s*"-?[0-9]+"\s*:`)

// IsFrame reports whether a text begins as a table that pandas writes by default: {"query": {"0": "a", "1": "b"}, ..}.
func IsFrame(text []byte) bool { return frameBeginning().Match(text) }

// column is a column of a table: its values by row.
type column struct {
	name   string
	rows   []string
	values []json.RawMessage
}

// Rows returns the rows of an object that is a table as pandas writes it by default: for each column, an object of its values by row. The
// names of the rows are in a member index, unless they are the numbers from 0. ok is false if the object is no such table.
func Rows(object []byte) (rows [][]byte, ok bool) {
	columns := columnsOf(object)
	if len(columns) < 2 {
		return nil, false
	}
	first := columns[0].rows
	isIndexed, hasIndex := false, false
	for i, row := range first {
		if _, err := strconv.Atoi(row); err != nil {
			return nil, false
		}
		isIndexed = isIndexed || row != strconv.Itoa(i)
	}
	for _, c := range columns {
		if !slices.Equal(c.rows, first) {
			return nil, false
		}
		hasIndex = hasIndex || c.name == "index"
	}
	rows = make([][]byte, len(first))
	for i := range rows {
		row := map[string]json.RawMessage{}
		if isIndexed && !hasIndex {
			row["index"] = json.RawMessage(strconv.Quote(first[i]))
		}
		for _, c := range columns {
			row[c.name] = c.values[i]
		}
		rows[i], _ = json.Marshal(row) // of JSON that was parsed
	}
	return rows, true
}

// columnsOf returns the columns of a table; nil for an object that is none.
func columnsOf(object []byte) (columns []column) {
	if !IsFrame(object) {
		return nil
	}
	if text := WithoutNaN(object); text != nil {
		object = text
	}
	d := json.NewDecoder(bytes.NewReader(object))
	name := func() (string, bool) {
		token, err := d.Token()
		text, is := token.(string)
		return text, err == nil && is
	}
	opens := func() bool {
		token, err := d.Token()
		return err == nil && token == json.Delim('{')
	}
	names := map[string]bool{}
	for ok := opens(); ok && d.More(); {
		c := column{}
		if c.name, ok = name(); !ok || names[c.name] || !opens() {
			return nil
		}
		names[c.name] = true
		for d.More() {
			row, ok := name()
			var value json.RawMessage
			if !ok || d.Decode(&value) != nil {
				return nil
			}
			c.rows, c.values = append(c.rows, row), append(c.values, value)
		}
		if _, err := d.Token(); err != nil { // }
			return nil
		}
		columns = append(columns, c)
	}
	if _, err := d.Token(); err != nil { // }
		return nil
	}
	return columns
}
