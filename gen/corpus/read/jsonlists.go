package read

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// jsonLists is a table of JSON lists, one a line, or all in one list on a line. Its columns have numbers as names.
type jsonLists struct {
	names []string
	first []string // texts of the first row
}

// newJSONLists returns the table of a head; nil if its first line is no list of texts, numbers and lists.
func newJSONLists(h head) *jsonLists {
	if !h.opensWith('[') {
		return nil
	}
	var t *jsonLists
	_ = eachList(headSource(h), func(row []any) error {
		t = &jsonLists{names: numbersUpTo(len(row))}
		for _, value := range row {
			cells, _ := cellsAt(value, "")
			t.first = append(t.first, slices.Concat(cells.Texts, []string{""})[0])
		}
		return errStop
	})
	if t == nil || len(t.names) < 2 {
		return nil
	}
	return t
}

// numbersUpTo returns the numbers from 1 as names.
func numbersUpTo(n int) (names []string) {
	for i := range n {
		names = append(names, strconv.Itoa(i+1))
	}
	return names
}

func (t *jsonLists) columns() (names []string, loose bool) { return t.names, false }

// visitRows calls visit for every list.
func (t *jsonLists) visitRows(s *source, names []string, visit func(values []tabular.Cells) error) error {
	values := make([]tabular.Cells, len(names))
	return eachList(s, func(row []any) error {
		if len(row) != len(t.names) {
			return s.skipRow(s.line, wrongFields)
		}
		for i, name := range names {
			var ok bool
			if values[i], ok = cellsAt(row[slices.Index(t.names, name)], ""); !ok {
				return s.skipRow(s.line, tabular.TupleCell)
			}
		}
		return visit(values)
	})
}

// eachList calls visit for every list of a line, or for each list in it where all its members are lists. Other lines are counted.
func eachList(s *source, visit func(row []any) error) error {
	return eachLine(s, func(line []byte) error {
		s.end = s.line
		var list []any
		if line = bytes.TrimSpace(line); len(line) == 0 {
			return nil
		}
		if decodeNumbers(line, &list) != nil || len(list) == 0 {
			return s.skipRow(s.line, malformedJSON)
		}
		isOuter := !slices.ContainsFunc(list, func(value any) bool { _, is := value.([]any); return !is })
		if !isOuter {
			return visit(list)
		}
		for _, row := range list {
			if err := visit(row.([]any)); err != nil {
				return err
			}
		}
		return nil
	})
}
