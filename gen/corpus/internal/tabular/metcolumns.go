package tabular

import (
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
)

// metColumns finds whether chosen columns that are not in the head of a file occur later.
type metColumns struct {
	names  []string
	Absent []int // places in names
}

// NewMetColumns returns the columns of a plan that are not among have, the columns in the head of a file.
func NewMetColumns(have []string, p *Plan) *metColumns {
	m := &metColumns{names: p.Names}
	for i, name := range p.Names {
		if !slices.Contains(have, name) {
			m.Absent = append(m.Absent, i)
		}
	}
	return m
}

// Add removes the columns that a row has from the absent ones.
func (m *metColumns) Add(values []Cells) {
	if len(m.Absent) > 0 {
		m.Absent = slices.DeleteFunc(m.Absent, func(i int) bool { return !values[i].IsEmpty() })
	}
}

// Check returns an error if a chosen column occurs nowhere in a file.
func (m *metColumns) Check(path, columns string) error {
	if len(m.Absent) == 0 {
		return nil
	}
	e := errs.BadUsage("name a column of the file", "--columns %s: there is no such column: %s", columns, m.names[m.Absent[0]])
	e.File = path
	return e
}
