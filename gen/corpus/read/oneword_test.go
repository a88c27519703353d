package read_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestOneWordRows: a header over rows of one word each names columns in every form of table; without one the rows are three ids.
func TestOneWordRows(t *testing.T) {
	for _, c := range []struct {
		name, content string
		rows          int
		query, id     string // of the last row
	}{
		{"header.tsv", "query\tpositive\tnegative\napple\tred\tblue\ngrass\tgreen\tgrey\n", 2, "grass", ""},
		{"header.csv", "query,positive,negative\napple,red,blue\ngrass,green,grey\n", 2, "grass", ""},
		{"anchor.tsv", "anchor\tpositive\tnegative\napple\tred\tblue\n", 1, "apple", ""},
		{"ids.tsv", "q1\td1\td2\nq2\td3\td4\n", 2, "", "q2"},
		{"numbers.tsv", "1\t1\t2\n2\t3\t3\n", 2, "", "2"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		must.Do(t, os.WriteFile(path, []byte(c.content), 0o666))
		var rows []corpus.TrainingRow
		_, err := read.TrainingRows(t.Context(), path, read.Options{}, new(read.Report), func(r *corpus.TrainingRow) error {
			rows = append(rows, *r)
			return nil
		})
		if err != nil || len(rows) != c.rows || rows[len(rows)-1].Query != c.query || rows[len(rows)-1].QueryID != c.id {
			t.Errorf("%s: %+v, error %v", c.name, rows, err)
		}
	}
}
