package corpus

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"pgregory.net/rapid"
)

// TestFlatRecords: an object that flatRecords reads has the cells and the columns that encoding/json and cellsAt find.
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
		if !newFlatRecords(names).read([]byte(object), got, columns) {
			return
		}
		members, all := membersOf([]byte(object)), tabular.NewColumnSet()
		all.AddMembers("", members)
		if !maps.Equal(columns.Met, all.Met) {
			t.Errorf("%s: columns %v, want %v", object, columns.Met, all.Met)
		}
		for i, name := range names {
			want := cellsAt(members, name)
			if !slices.Equal(got[i].Texts, want.Texts) || got[i].Listed != want.Listed || want.Places != nil {
				t.Errorf("%s, %s: %+v, want %+v", object, name, got[i], want)
			}
		}
	})
}
