package account

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/gen/stage"
)

// TestRecordRows: what is left out is of its kind, also of one of which nothing was read; a remark is of none, whatever its text begins
// with. Rows that are restored are the same records.
func TestRecordRows(t *testing.T) {
	records := stage.NewRecords()
	records.Read["queries"], records.Read["rows"] = 3, 5
	records.LeftOut[stage.Reason{Kind: "queries", Text: "empty id"}] = 2
	records.LeftOut[stage.Reason{Kind: "judgements", Text: "empty id"}] = 4
	noted := map[string]int{"queries: a remark": 7}
	rows := RecordRows(Records, records, noted)
	want := []Row{{What: Records, Task: "judgements", Found: 4, LeftOut: map[string]int{"empty id": 4}},
		{What: Records, Task: "queries", Found: 5, Drawn: 3, LeftOut: map[string]int{"empty id": 2}},
		{What: Records, Task: "rows", Found: 5, Drawn: 5, LeftOut: map[string]int{}}, {What: Records, Noted: noted}}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	restored, again := stage.NewRecords(), map[string]int{}
	RestoreRecords(rows, restored, again)
	if diff := cmp.Diff(RecordRows(Records, restored, again), rows); diff != "" {
		t.Error(diff)
	}
}
