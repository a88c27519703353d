package report

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// QueryValues maps a measure to the value of each query of the test split.
type QueryValues map[string]map[string]float64

// Write writes lines of measure, query and value between tabs, in that order, as trec_eval -q does.
// Values have all their digits.
func (v QueryValues) Write(w io.Writer) error {
	for _, measure := range slices.Sorted(maps.Keys(v)) {
		for _, id := range slices.Sorted(maps.Keys(v[measure])) {
			if _, err := fmt.Fprintf(w, "%s\t%s\t%s\n", measure, id, terminal.Number(v[measure][id])); err != nil {
				return err
			}
		}
	}
	return nil
}

// meanOf returns the mean of values by query. It sums in the order of the ids, so the last digit is always the same.
func meanOf(values map[string]float64) float64 {
	list := make([]float64, 0, len(values))
	for _, id := range slices.Sorted(maps.Keys(values)) {
		list = append(list, values[id])
	}
	return eval.Mean(list)
}
