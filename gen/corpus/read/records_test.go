package read

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// TestFlatRecords: an object that flatRecords reads has the cells and the columns that encoding/json and CellsAt find.
func TestFlatRecords(t *testing.T) {
	value := rapid.SampledFrom([]string{`"b"`, `"\u00e9\n"`, `""`, `[]`,
		`["c", "d"]`, `["c", 1.0, null]`, `7.0`, `true`, `null`, `{"x": "y"}`, `[{"x": 1}]`})
	name := rapid.SampledFrom([]string{"query", "positive", "label", "a.x", "a", ""})
	rapid.Check(t, func(t *rapid.T) {
		object := "{"
		for i, name := range rapid.SliceOfN(name, 0, 5).Draw(t, "members") {
			if i > 0 {
				object += ", "
			}
			object += fmt.Sprintf("%q: %s", name, value.Draw(t, name))
		}
		object += "}"
		names := rapid.SliceOfN(name, 0, 4).Draw(t, "names")
		got, columns := make([]tabular.Cells, len(names)), tabular.NewColumnSet()
		if !rowtable.NewFlatRecords(names).Read([]byte(object), got, columns) {
			return
		}
		members, all := rowtable.MembersOf([]byte(object)), tabular.NewColumnSet()
		all.AddMembers("", members)
		if !maps.Equal(columns.Met, all.Met) {
			t.Errorf("%s: columns %v, want %v", object, columns.Met, all.Met)
		}
		for i, name := range names {
			want, _ := rowtable.CellsAt(members, name)
			if !slices.Equal(got[i].Texts, want.Texts) || got[i].Listed != want.Listed || want.Places != nil {
				t.Errorf("%s, %s: %+v, want %+v", object, name, got[i], want)
			}
		}
	})
}

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
		members := rowtable.MembersOf([]byte(`{"passages": ` + value + `}`))
		if _, ok := rowtable.CellsAt(members, "passages"); ok != want {
			t.Errorf("%s: %v, want %v", value, ok, want)
		}
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
