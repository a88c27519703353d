package columnar

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// cellBudget limits the memory of a table's cells, since one stored text may occur in any number of rows.
type cellBudget struct {
	table  *Table
	source *sourcefile.Source
	whole  int64 // number of bytes of all cells so far
	row    int64 // number of bytes left for the rest of the row
}

// Limits of a row.
const (
	memberBytes = 16      // memory that a value takes in addition to its bytes
	mostMembers = 1 << 22 // maximum number of values of a column
)

func (b *cellBudget) nextRow() {
	b.source.Line++
	b.row, b.whole = int64(b.source.Max), b.whole+safefile.Record
}

// take counts a value of size bytes. It returns an error, which names the column, if the row or the file exceeds its limit.
func (b *cellBudget) take(size int, column string) error {
	if b.row -= int64(size) + memberBytes; b.row < 0 {
		return errs.BadInput(b.table.path, b.source.Line, "is it a table of documents or queries?",
			"a row of more than %s, with the column %s", safefile.Size(int64(b.source.Max)), column)
	}
	file := b.table.file.Size()
	if b.whole += int64(size) + safefile.Cell; !b.source.Spare.Holds(b.table.path, file, b.whole) {
		return errs.BadInput(b.table.path, b.source.Line, "if it is meant to be so, write it as CSV or as JSON lines",
			"its rows so far, with the column %s, hold more than %s, the most that is read of a file of %s", column,
			safefile.Size(safefile.MostUnpacked(file)), safefile.Size(file))
	}
	return nil
}

// rowCells collects the values of a column in one row. A missing value or an empty list becomes an empty text. A value has a repetition
// level as in Parquet: it continues the list at that depth, and begins new lists at greater depths.
type rowCells struct {
	*leaf
	budget *cellBudget
	texts  []string
	places [][]int // indices of the texts in their lists, for nested lists
	isNull bool    // true if the last value is missing
}

func (c *rowCells) begin() { c.texts, c.places = c.texts[:0], nil }

// addBytes adds a stored text.
func (c *rowCells) addBytes(raw []byte, level int) error {
	text, err := c.budget.source.Valid(raw)
	if err != nil {
		return err
	}
	return c.add(string(text), level, false)
}

// add adds the text of a value. isNull is true, and text empty, for a missing value.
func (c *rowCells) add(text string, level int, isNull bool) error {
	if err := c.budget.take(len(text), c.name); err != nil {
		return err
	}
	if len(c.texts) == mostMembers {
		return fmt.Errorf("row %d: a list of more than %d values", c.budget.source.Line, mostMembers)
	}
	if c.depth > 1 {
		c.places = append(c.places, nextPlace(c.places, c.depth, level))
	}
	c.texts, c.isNull = append(c.texts, text), isNull
	return nil
}

func (c *rowCells) cells() tabular.Cells {
	return tabular.Cells{Texts: c.texts, Listed: c.depth == 1, Places: c.places, Null: len(c.texts) == 1 && c.isNull}
}

// nextPlace returns the indices, in its depth lists, of the next value of a row. places has the indices of the earlier values.
func nextPlace(places [][]int, depth, level int) []int {
	place := make([]int, depth)
	if len(places) == 0 || level == 0 {
		return place
	}
	level = min(level, depth)
	copy(place, places[len(places)-1][:level])
	place[level-1]++
	return place
}
