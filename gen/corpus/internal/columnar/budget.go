package columnar

import (
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// cellBudget limits the bytes that the cells of a table may expand to. One stored text may occur in any number of rows.
type cellBudget struct {
	path   string
	number int   // of the row, from 1
	most   int   // bytes of a row
	file   int64 // bytes of the file
	whole  int64 // bytes left for the rest of the file
	row    int64 // bytes left for the rest of the row
}

func newCellBudget(path string, most int, file int64) *cellBudget {
	return &cellBudget{path: path, most: most, file: file, whole: safefile.Unpack(file)}
}

// memberBytes is the memory that a value takes in addition to its bytes.
const memberBytes = 16

func (b *cellBudget) nextRow() {
	b.number, b.row, b.whole = b.number+1, int64(b.most), b.whole-safefile.Record
}

// take subtracts a value of size bytes, before it is copied. It returns an error when the row or the file exceeds its limit.
func (b *cellBudget) take(size int, column string) error {
	if b.row -= int64(size) + memberBytes; b.row < 0 {
		return errs.BadInput(b.path, b.number, "is it a table of documents or queries?",
			"a row of more than %s, with the column %s", safefile.Size(int64(b.most)), column)
	}
	if b.whole -= int64(size) + safefile.Cell; b.whole < 0 {
		return errs.BadInput(b.path, b.number, "if it is meant to be so, write it as CSV or as JSON lines",
			"its rows so far, with the column %s, hold more than %s, the most that is read of a file of %s", column,
			safefile.Size(safefile.Unpack(b.file)), safefile.Size(b.file))
	}
	return nil
}
