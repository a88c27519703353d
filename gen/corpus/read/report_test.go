package read

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestReasonsAreFew: labels that differ are one reason, with the first as an example, however many they are, and the counts of all reasons
// add up beyond the number that is kept.
func TestReasonsAreFew(t *testing.T) {
	const rows = 50_000
	var text strings.Builder
	text.WriteString("query,passage,label\nq,p,1\n")
	for i := range rows {
		fmt.Fprintf(&text, "q,p,bad %d\n", i)
	}
	path := filepath.Join(t.TempDir(), "rows.csv")
	must.Do(t, os.WriteFile(path, []byte(text.String()), 0o666))
	rep := new(Report)
	_, err := TrainingRows(context.Background(), path, Options{}, rep, func(*corpus.TrainingRow) error { return nil })
	want := fmt.Sprintf(`skipped 50,000 rows: grade that is not a whole number, such as "bad 0" (--labels "bad 0=GRADE" says what it means) (%[1]s:3, %[1]s:4, `+
		"%[1]s:5, %[1]s:6, %[1]s:7, ...)", path)
	if lines := rep.Lines(); err != nil || len(lines) != 1 || lines[0] != want || rep.ByNoun[sourcefile.RowsNoun] != 1 {
		t.Errorf("%v, %d reasons: %.300q, want %s", err, len(lines), lines, want)
	}
	rep = new(Report)
	for i := range 100 {
		rep.Skip(sourcefile.QueriesNoun, fmt.Sprint("reason ", i%50), "f", 1)
		rep.Remark(fmt.Sprint("remark ", i%50), 2, "f", 1)
	}
	skipped, noted := 0, 0
	for _, r := range rep.Reasons {
		if r.Skipped {
			skipped += r.Count
		} else {
			noted += r.Count
		}
	}
	if skipped != 100 || rep.NumSkipped() != 100 || noted != 200 || len(rep.Reasons) > 2*(sourcefile.ReasonsShown+1) {
		t.Errorf("%d skipped, %d noted, %d reasons", skipped, noted, len(rep.Reasons))
	}
}
