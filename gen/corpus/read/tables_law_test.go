package read

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// TestTablesCount: of a table in any form each row is read by each reader, or counted under a reason, whatever its cells lack. What is left of
// a binary table that is cut anywhere is refused, or something says that it is cut.
func TestTablesCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	readers := map[string]func(string, *Report) error{"documents": documentsRead(Table), "queries": topicsRead(Table), "judgements": judgementsRead(Table),
		"rows": rowsRead}
	for form, write := range tableForms {
		for range nightly.Some(t, "tables", 3, 200) {
			names, rows := []string{"query", "passage", "label"}, [][]string{}
			for i := range 6 + rng.IntN(20) {
				row := []string{fmt.Sprint("who runs in ", i), fmt.Sprint("a fox runs in ", i), fmt.Sprint(i % 2)}
				if i > 3 { // those before show what the labels are
					switch rng.IntN(6) {
					case 0:
						row[1] = ""
					case 1:
						row[2] = "maybe"
					case 2:
						row[2] = ""
					case 3:
						row[0] = ""
					}
				}
				rows = append(rows, row)
			}
			path := write(t, names, rows)
			for name, read := range readers {
				rep, want := new(Report), len(rows)
				err := read(path, rep)
				for _, reason := range rep.Reasons {
					if name == "judgements" && !reason.Skipped { // a label that is missing judges nothing
						want -= reason.Count
					}
				}
				if err != nil || rep.Kept+rep.NumSkipped() != want {
					t.Fatalf("%s, %s: %d read and %d left out of %d (%v)\n%q\n%s", form, name, rep.Kept, rep.NumSkipped(), want, err, rows, rep)
				}
			}
			if ending := filepath.Ext(path); ending != ".parquet" && ending != ".arrow" {
				continue
			}
			raw := must.Get(os.ReadFile(path))(t)
			must.Do(t, os.WriteFile(path, raw[:rng.IntN(len(raw))], 0o666))
			rep := new(Report)
			if err := rowsRead(path, rep); err == nil && len(rep.Unread) == 0 {
				t.Fatalf("%s: cut, and %d of %d rows are read without a word", form, rep.Kept+rep.NumSkipped(), len(rows))
			}
		}
	}
}
