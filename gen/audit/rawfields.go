package audit

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// textTriples is how the columns of lines of three texts are read.
const textTriples = "query TAB positive TAB negative"

// rawFields returns the fields of a line of a table as they are written. A field of a table with commas may be quoted.
func rawFields(line []byte, comma byte) (fields [][]byte) {
	begin, quoted := 0, false
	for i, c := range line {
		switch {
		case comma == ',' && c == '"' && (quoted || i == begin):
			quoted = !quoted
		case comma == ',' && c == '"' && line[i-1] == '"': // the second of two that stand for one
			quoted = true
		case c == comma && !quoted:
			fields, begin = append(fields, line[begin:i]), i+1
		}
	}
	return append(fields, line[begin:])
}

// columnNames returns the names in the first line of a table.
func columnNames(line []byte, comma byte) (names []string) {
	for _, field := range rawFields(bytes.TrimPrefix(line, []byte("\ufeff")), comma) {
		names = append(names, strings.TrimSpace(strings.Trim(string(field), `"`)))
	}
	return names
}

// swapMembers exchanges the values of an object's members that hold the same of a positive and of a negative. It returns nil if there are
// none. All other bytes stay.
func swapMembers(line []byte) []byte {
	dec := json.NewDecoder(bytes.NewReader(line))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	var names []string
	var places [][2]int // of the values
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil
		}
		end := int(dec.InputOffset())
		names, places = append(names, name.(string)), append(places, [2]int{end - len(value), end})
	}
	pairs := pairsOf(names)
	if len(pairs) == 0 {
		return nil
	}
	values := make([][]byte, len(places))
	for i, p := range places {
		values[i] = line[p[0]:p[1]]
	}
	exchange(values, pairs)
	var out []byte
	begin := 0
	for i, p := range places {
		out = slices.Concat(out, line[begin:p[0]], values[i])
		begin = p[1]
	}
	return append(out, line[begin:]...)
}
