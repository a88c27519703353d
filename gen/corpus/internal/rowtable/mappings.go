package rowtable

import (
	"bytes"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// Mapping is a format of rows whose columns have a fixed order and known roles. The first line may name the columns.
type Mapping struct {
	Names   []string
	Filled  []string // columns that are never empty
	Roles   string   // of the columns, as in --columns
	Repairs bool     // texts are repaired before ids are made of them
	Ids     bool     // texts are ids
	Told    string   // of training rows: what the columns are
	// parse returns what fills the cells of all columns from a line, and says why it cannot; nil for fields between TABs, in which quotes
	// are text.
	Parse func(m *Mapping, s *sourcefile.Source) func(line []byte, cells []tabular.Cells) (bad string)
}

// EmptyField is the reason for a line with an empty field that is never so.
const EmptyField = "empty text or id"

func (m *Mapping) Columns() (names []string, loose bool) { return m.Names, false }

// VisitRows calls visit for the lines.
func (m *Mapping) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	values, cells, header := make([]tabular.Cells, len(names)), make([]tabular.Cells, len(m.Names)), strings.Join(m.Names, "\t")
	places := make([]int, len(names))
	for i, name := range names {
		places[i] = slices.Index(m.Names, name)
	}
	parse := FieldCells
	if m.Parse != nil {
		parse = m.Parse
	}
	fill := parse(m, s)
	return sourcefile.EachLine(s, func(line []byte) error {
		if s.Line == 1 && string(line) == header {
			s.Rep.Header()
			return nil
		}
		if bad := fill(line, cells); bad != "" {
			return s.SkipRow(s.Line, bad)
		}
		for i, place := range places {
			values[i] = cells[place]
		}
		return visit(values)
	})
}

// FieldCells returns what fills cells with the fields of a line.
func FieldCells(m *Mapping, s *sourcefile.Source) func(line []byte, cells []tabular.Cells) (bad string) {
	isFilled := make([]bool, len(m.Names)) // by column
	for column, name := range m.Names {
		isFilled[column] = slices.Contains(m.Filled, name)
	}
	return func(line []byte, cells []tabular.Cells) (bad string) {
		if bytes.Count(line, sourcefile.Tab) != len(m.Names)-1 {
			return sourcefile.WrongFields
		}
		column := 0
		for field := range bytes.SplitSeq(line, sourcefile.Tab) {
			if len(field) == 0 && isFilled[column] {
				return EmptyField
			}
			text := string(field)
			if m.Repairs {
				text = s.RepairText(text, s.Line)
			}
			cells[column] = tabular.Scalar([]string{text})
			column++
		}
		return ""
	}
}
