package rowtable

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// MostSplits is the largest number of splits; no collection has as many.
const MostSplits = 100

// SplitColumn is the column of a table that names a split in each row. The zero value is that of a table without one.
type SplitColumn struct {
	Name    string
	Rows    map[string]int // by split; of more than MostSplits, some are not counted
	Decides bool           // the rows of one split are read at a time
}

// SplitNamed returns the split that a value of a column names.
func SplitNamed(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	return cmp.Or(hubcard.SplitOf(text), text, hubcard.AllSplits)
}

// Add counts the splits of a row.
func (c *SplitColumn) Add(row *tabular.Cells) {
	texts := row.Texts
	if row.IsEmpty() {
		texts = []string{""}
	}
	for _, text := range texts {
		if split := SplitNamed(text); c.Rows[split] > 0 || len(c.Rows) <= MostSplits {
			c.Rows[split]++
		}
	}
}

// Chooses reports whether the column decides which rows are read; false for nil.
func (c *SplitColumn) Chooses() bool { return c != nil && c.Decides }

// Splits returns the values that are words for splits, in byte order.
func (c *SplitColumn) Splits() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(c.Rows)), func(name string) bool {
		return name == hubcard.AllSplits || hubcard.SplitOf(name) == ""
	})
}

// Check returns an error if the column has too many values for splits.
func (c *SplitColumn) Check(file string) error {
	if len(c.Rows) <= MostSplits {
		return nil
	}
	return errs.BadInput(file, 0, "choose another with --columns split=NAME", "the column %s has more than %d values: it is no split",
		c.Name, MostSplits)
}
