package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestTuples: a passage beside its label in a list, inside another list, is no list of passages; other lists are.
func TestTuples(t *testing.T) {
	for value, want := range map[string]bool{
		`[["one", 1], ["two", 0]]`:            false,
		`[["one"], ["two", 0.5]]`:             false,
		`[["one", true]]`:                     false,
		`[[["one", 1]]]`:                      false,
		`[["one", "two"], ["three"]]`:         true,
		`[["one", null], []]`:                 true,
		`[[1, 2], [3]]`:                       true, // ids
		`["one", 1]`:                          true, // a list of texts, of which one was written without quotes
		`[{"text": "one", "label": 1}]`:       true,
		`[["title", ["one", "two"]]]`:         false, // HotpotQA's context
		`[{"text": ["one", "two"], "id": 1}]`: true,
	} {
		path := filepath.Join(t.TempDir(), "one.jsonl")
		must.Do(t, os.WriteFile(path, []byte(`{"query": "q", "passages": `+value+`}`+"\n"), 0o600))
		s := must.Get(sourcefile.Open(path, Defaults().source(), &Report{}))(t)
		isRead := false
		must.Do(t, new(rowtable.Records).VisitRows(s, []string{"passages"}, func([]tabular.Cells) error { isRead = true; return nil }))
		must.Equal(t, isRead, want, "%s", value)
	}
	path, rep := filepath.Join(t.TempDir(), "rows.jsonl"), Report{}
	rows := `{"query": "q", "passages": [["one", 1]]}` + "\n" + `{"query": "q", "passages": [["two"], ["three"]]}` + "\n"
	must.Do(t, os.WriteFile(path, []byte(rows), 0o600))
	l := must.Get(Search{Format: Auto, Options: Defaults()}.In(path))(t)
	docs, err := collect(l.Documents, l.Format, Defaults(), &rep)
	if lines := strings.Join(rep.Lines(), "\n"); err != nil || len(docs) != 2 || !strings.Contains(lines, "skipped 1 row: "+tabular.TupleCell) {
		t.Errorf("%d documents, %q, %v", len(docs), lines, err)
	}
}
