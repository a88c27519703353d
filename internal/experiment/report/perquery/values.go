// Package perquery holds a system's values of each test query, and writes and reads their file.
package perquery

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// Values maps a measure to the value of each query of the test split.
type Values map[string]map[string]float64

// Write writes lines of measure, query and value between tabs, in that order, as trec_eval -q does.
// Values have all their digits.
func (v Values) Write(w io.Writer) error {
	for _, measure := range slices.Sorted(maps.Keys(v)) {
		for _, id := range slices.Sorted(maps.Keys(v[measure])) {
			if _, err := fmt.Fprintf(w, "%s\t%s\t%s\n", measure, id, terminal.Number(v[measure][id])); err != nil {
				return err
			}
		}
	}
	return nil
}

// Read reads the file that Write wrote. A query has one value of a measure.
func Read(folder fs.FS, name string) (Values, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, errs.CannotOpen(name, err)
	}
	defer f.Close()
	all := Values{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		bad := func(message string) error {
			return errs.BadInput(name, n, "write it again with axiomine train", "%s", message)
		}
		measure, rest, ok := strings.Cut(lines.Text(), "\t")
		tab := strings.LastIndexByte(rest, '\t')
		if !ok || tab < 0 {
			return nil, bad("not a measure, a query and a value between tabs")
		}
		value, err := numeral.Parse(rest[tab+1:])
		if err != nil {
			return nil, bad("the value is no number")
		}
		if _, twice := all[measure][rest[:tab]]; twice {
			return nil, bad("a second value of the query")
		}
		if all[measure] == nil {
			all[measure] = map[string]float64{}
		}
		all[measure][rest[:tab]] = value
	}
	if err := lines.Err(); err != nil {
		return nil, &errs.Error{Kind: errs.Input, File: name, Err: err, Hint: "write it again with axiomine train"}
	}
	return all, nil
}

// Mean returns the mean. It sums in the order of the ids, so the last digit is always the same.
func Mean(values map[string]float64) float64 {
	list := make([]float64, 0, len(values))
	for _, id := range slices.Sorted(maps.Keys(values)) {
		list = append(list, values[id])
	}
	return eval.Mean(list)
}
