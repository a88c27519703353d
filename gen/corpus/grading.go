package corpus

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// mostGrades is the largest number of grades that scales of relevance have, from 0 to 10.
const mostGrades = 11

// LabelCounts counts rows by their label.
type LabelCounts map[float64]int

// Add counts a row; a label that is no number is none.
func (l LabelCounts) Add(label float64) {
	if !math.IsNaN(label) {
		l[label]++
	}
}

// Rows returns how many rows have a label.
func (l LabelCounts) Rows() (n int) {
	for _, count := range l {
		n += count
	}
	return n
}

// Classes returns why several whole numbers look like classes and not like grades, or nothing.
func (l LabelCounts) Classes() string {
	values := slices.Sorted(maps.Keys(l))
	whole := !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
	switch {
	case len(values) < 2 || !whole:
		return ""
	case len(values) > mostGrades:
		return "labels of " + terminal.Plural(len(values), "number", "different numbers") + ", as of classes or scores: they are taken for " +
			"grades unless --labels says what they mean"
	case values[0] > 0:
		return "labels " + formatList(values) + " and none of 0, as of classes: all mean relevant unless --labels says what they mean"
	}
	return ""
}

// Single returns what is missing where all rows have one label, or nothing.
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

// Scores returns what real numbers among the labels mean, or nothing.
func (l LabelCounts) Scores() string {
	for value := range l {
		if value != math.Trunc(value) {
			return `labels that are real numbers, as scores are: above 0 means relevant unless --columns "label=NAME>=0.5" says more`
		}
	}
	return ""
}

// formatList returns numbers with commas between them.
func formatList(values []float64) string {
	var words []string
	for _, v := range values {
		words = append(words, strconv.FormatFloat(v, 'f', -1, 64))
	}
	return strings.Join(words, ", ")
}
