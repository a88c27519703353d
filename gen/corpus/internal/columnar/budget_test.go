package columnar

import (
	"testing"

	"github.com/axiomine/axiomine/internal/safefile"
)

// TestRowsOfTables: a table of so few bytes is believed to hold 64 MiB, in which a row and a value count 64 bytes, beside its bytes.
func TestRowsOfTables(t *testing.T) {
	b, rows := &cellBudget{path: "rows.parquet", most: safefile.Line}, 0
	for ; ; rows++ {
		if b.nextRow(); b.take(8, "query") != nil || b.take(8, "passage") != nil {
			break
		}
	}
	if want := 64 << 20 / (64 + 2*(64+8)); rows != want {
		t.Errorf("%d rows, want %d", rows, want)
	}
}
