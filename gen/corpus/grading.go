package corpus

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// mostGrades is the maximum number of values of a relevance scale: the grades 0 to 10.
const mostGrades = 11

// LabelCounts counts rows by their label.
type LabelCounts map[float64]int

// Add counts a row. NaN is not counted.
func (l LabelCounts) Add(label float64) {
	if !math.IsNaN(label) {
		l[label]++
	}
}

// Rows returns the number of rows with a label.
func (l LabelCounts) Rows() (n int) {
	for _, count := range l {
		n += count
	}
	return n
}

// Classes returns a remark if the labels are whole numbers that look like classes and not like grades, and "" for other labels.
func (l LabelCounts) Classes() string {
	values := slices.Sorted(maps.Keys(l))
	whole := !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
	switch {
	case len(values) < 2 || !whole:
		return ""
	case len(values) > mostGrades:
		return "labels of " + terminal.Plural(len(values), "number", "different numbers") + ", as of classes or scores: they are taken for " +
			"grades unless --labels says what they mean, or --columns label=NAME>=NUMBER gives a bound"
	case values[0] > 0:
		all := lists.Map(values, func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) })
		return "labels " + strings.Join(all, ", ") + " and none of 0, as of classes: all mean relevant unless --labels says what they mean"
	}
	return ""
}

// Single returns a remark if all rows have the same label, and "" if not.
func (l LabelCounts) Single() string {
	if len(l) != 1 {
		return ""
	}
	for value := range l {
		text := strconv.FormatFloat(value, 'f', -1, 64)
		if value > 0 {
			return "labels that are all " + text + ": no row says what is not relevant"
		}
		return "labels that are all " + text + ": no row says what is relevant"
	}
	return ""
}
