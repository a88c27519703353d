package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Series holds the values of one system in a chart, in the chart's order; NaN for a missing value. Notes, if not nil, holds a text for
// each value that is shown on hover.
type Series struct {
	Name      string
	Values    []float64
	Low, High []float64 // the interval of each value; nil, or NaN for a value without one
	Notes     []string
	shape     int // the number of the shape and colour, set by assignShapes
}

// Patterns of a cell: the number at its beginning, and an interval [LOW, HIGH].
var (
	number   = lazy.Regexp(`^[-+]?\.?\d[\d.,]*(?:e-?\d+)?`)
	interval = lazy.Regexp(`\[([-\d.]+), ([-\d.]+)\]`)
)

// add appends the number of a cell, or NaN if there is none.
func (s *Series) add(cell string) {
	plain := strings.ReplaceAll(cell, terminal.Minus, "-")
	v, low, high := math.NaN(), math.NaN(), math.NaN()
	if x, err := strconv.ParseFloat(strings.ReplaceAll(number().FindString(plain), ",", ""), 64); err == nil {
		v = x
	}
	if ends := interval().FindStringSubmatch(plain); ends != nil {
		low, _ = strconv.ParseFloat(ends[1], 64)
		high, _ = strconv.ParseFloat(ends[2], 64)
	}
	s.Values, s.Notes = append(s.Values, v), append(s.Notes, cell)
	s.Low, s.High = append(s.Low, low), append(s.High, high)
}

// SeriesOf returns a series for each of the columns begin to end-1 of a table. Its values are the numbers at the beginning of the cells.
func SeriesOf(t *table.Table, begin, end int) []Series {
	list := make([]Series, 0, end-begin)
	for c := begin; c < end; c++ {
		s := Series{Name: t.Columns[c].Name}
		for _, row := range t.Rows {
			s.add(row[c])
		}
		list = append(list, s)
	}
	return list
}

// assignShapes returns the series with different shapes and colours. If there are too many series, some share a shape.
func assignShapes(list []Series) []Series {
	list = slices.Clone(list)
	for i := range list {
		list[i].shape = i % 8
	}
	return list
}

// allValues returns the values of series and the ends of their intervals.
func allValues(list []Series) (all []float64) {
	for _, s := range list {
		all = slices.Concat(all, s.Values, s.Low, s.High)
	}
	return slices.DeleteFunc(all, math.IsNaN)
}

func (s *Series) hasInterval(i int) bool { return i < len(s.Low) && !math.IsNaN(s.Low[i]) }

// note returns the text that is shown on hover over value i.
func (s *Series) note(row string, i int) string {
	text := fmt.Sprintf("%.4f", s.Values[i])
	if s.Notes != nil {
		text = s.Notes[i]
	}
	return s.Name + ", " + row + ": " + text
}
