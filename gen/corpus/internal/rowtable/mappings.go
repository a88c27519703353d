package rowtable

import (
	"bytes"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/lists"
)

// Mapping is a format of rows whose columns have a fixed order and known roles. The first line may name the columns.
type Mapping struct {
	Names   []string
	Filled  []string // columns that are never empty
	Roles   string   // of the columns, as in --columns
	Repairs bool     // texts are repaired before ids are made of them
	Ids     bool     // texts are ids
	Told    string   // tells users what the columns of training rows are
	// Amend changes the cells of a line, and returns why it cannot; it may be nil.
	Amend func(cells []tabular.Cells) (bad string)
}

// EmptyField is the reason for a line with an empty field that is never so.
const EmptyField = "empty text or id"

func (m *Mapping) Columns() []string { return m.Names }

// VisitRows calls visit for the lines.
func (m *Mapping) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	values, cells, header := make([]tabular.Cells, len(names)), make([]tabular.Cells, len(m.Names)), strings.Join(m.Names, "\t")
	places := lists.Map(names, func(name string) int { return slices.Index(m.Names, name) })
	return sourcefile.EachLine(s, func(line []byte) error {
		if s.Line == 1 && string(line) == header {
			s.Rep.Headers++
			return nil
		}
		bad := m.fill(s, line, cells)
		if bad == "" && m.Amend != nil {
			bad = m.Amend(cells)
		}
		if bad != "" {
			return s.SkipRow(s.Line, bad)
		}
		for i, place := range places {
			values[i] = cells[place]
		}
		return visit(values)
	})
}

// fill fills cells with the fields of a line between TABs, in which quotes are text, and returns why it cannot.
func (m *Mapping) fill(s *sourcefile.Source, line []byte, cells []tabular.Cells) (bad string) {
	if bytes.Count(line, sourcefile.Tab) != len(m.Names)-1 {
		return sourcefile.WrongFields
	}
	column := 0
	for field := range bytes.SplitSeq(line, sourcefile.Tab) {
		if len(field) == 0 && slices.Contains(m.Filled, m.Names[column]) {
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
