package collection

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestScoresOfRows: a column of scores has an effect with --run given, or is told as not read, whether the user named it or not.
func TestScoresOfRows(t *testing.T) {
	for _, c := range []struct {
		rows, columns, run string
		isTold             bool
	}{
		{"query,passage,label,score\na whale,the whale,1,3.5\n", "", "", false}, // beside labels it is told as a column
		{"query,passage,score\na whale,the whale,3.5\n", "", "", true},
		{"query,passage,score\na whale,the whale,3.5\n", "", "given", false},
		{"query,passage,label,points\na whale,the whale,1,3.5\n", "score=points", "", true},
		{"query,passage,label,points\na whale,the whale,1,3.5\n", "score=points", "given", false},
		{"query,passage,label,points\na whale,the whale,1,3.5\n", "", "", false},
	} {
		path := filepath.Join(t.TempDir(), "rows.csv")
		must.Do(t, os.WriteFile(path, []byte(c.rows), 0o600))
		l := must.Get(configs.Load("", nil))(t)
		l.Gen.Data, l.Gen.Columns, l.Gen.Run = path, c.columns, c.run
		col := must.Get(FindCollection(&l.Gen))(t)
		isTold := slices.ContainsFunc(col.Layout.Unread, func(u read.Unread) bool {
			return strings.HasPrefix(u.String(), "scores of the rows")
		})
		must.Equal(t, isTold, c.isTold, "%+v: %v", c, col.Layout.Unread)
	}
}
