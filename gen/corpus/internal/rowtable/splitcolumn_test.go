package rowtable

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// TestSplitColumn: words for splits count as these, a row without one as all, and of too many values the column is an error. By hand.
func TestSplitColumn(t *testing.T) {
	c := SplitColumn{Rows: map[string]int{}}
	for _, texts := range [][]string{{"Train"}, {" validation"}, {"dev"}, {"law"}, {""}, nil, {"test", "train"}} {
		c.Add(&tabular.Cells{Texts: texts})
	}
	if want := map[string]int{"train": 2, "dev": 2, "law": 1, "all": 2, "test": 1}; !maps.Equal(c.Rows, want) {
		t.Errorf("%v, want %v", c.Rows, want)
	}
	if want := []string{"dev", "test", "train"}; !slices.Equal(c.Splits(), want) {
		t.Errorf("%v, want %v", c.Splits(), want)
	}
	if err := c.Check("f.csv"); err != nil {
		t.Error(err)
	}
	for i := range 2 * MostSplits {
		c.Add(&tabular.Cells{Texts: []string{"s" + strconv.Itoa(i)}})
	}
	if err := c.Check("f.csv"); err == nil || len(c.Rows) != MostSplits+1 {
		t.Errorf("%v, %d values", err, len(c.Rows))
	}
	if (*SplitColumn)(nil).Chooses() || c.Chooses() || !(&SplitColumn{Decides: true}).Chooses() {
		t.Error("only a column that decides chooses rows")
	}
}
