package check

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestAll: each check has a code of its own, by which it is found. Reports show the worst severity first.
func TestAll(t *testing.T) {
	order := map[Severity]int{Error: 0, Warning: 1, Note: 2} // as the severities are documented
	last := 0
	codes := Codes()
	for i, c := range All() {
		if Lookup(c.Code) != c || codes[i] != c.Code || slices.Index(codes, c.Code) != i {
			t.Errorf("%s is not found by its code", c.Code)
		}
		at, known := order[c.Severity]
		if !known || at < last {
			t.Errorf("%s: an %s stands behind a milder one", c.Code, c.Severity)
		}
		last = at
	}
	if len(codes) != len(all) {
		t.Errorf("%d of %d checks are listed", len(codes), len(all))
	}
	if c := Lookup("shortcut"); c != nil {
		t.Errorf("a part of a code finds %s", c.Code)
	}
	All()[0] = nil
	if All()[0] == nil {
		t.Error("the list is the caller's")
	}
}

// TestPlace: a row is named by its number over all files, and by its line where the file has lines.
func TestPlace(t *testing.T) {
	set := &trainset.Set{Files: []string{"a.jsonl", "b.parquet", "c.arrow", "d.tsv"}, Rows: []trainset.Row{
		{Number: 3, Line: 5}, {File: 1, Number: 2, Line: 3}, {File: 2, Line: 1}, {File: 3, Number: 1, Line: 2}, {File: 3, Number: 7}}}
	for _, c := range []struct {
		firsts []int
		want   []string
	}{
		{nil, []string{"row 3 (line 5)", "row 2", "row 0", "row 1 (line 2)", "row 7"}},
		{[]int{0, 10, 20, 1000}, []string{"row 3 (line 5)", "row 12", "row 20", "row 1001 (line 2)", "row 1007"}},
	} {
		in := &Input{Set: set, FirstRows: c.firsts}
		for row, want := range c.want {
			must.Equal(t, rowName(in, uint32(row)), want, "%v, row %d", c.firsts, row)
		}
	}
}

// TestFlagsOfRows: one flag a row, the first one.
func TestFlagsOfRows(t *testing.T) {
	flags := []Flag{{Row: 2, Other: 1, Score: .5}, {Row: 1, Other: 2, Score: .7}, {Row: 2, Other: 3, Score: .9}, {Row: 0, Other: 4, Score: .7},
		{Row: 1, Other: 5, Score: .7}}
	byRow := Found{Flags: slices.Clone(flags)}.byRow()
	if want := []Flag{flags[3], flags[1], flags[0]}; !slices.Equal(byRow.Flags, want) {
		t.Errorf("%v, want %v", byRow.Flags, want)
	}
}

// TestRole names the part of a row that holds a text. The query is told before a document of the same text.
func TestRole(t *testing.T) {
	set := &trainset.Set{Rows: []trainset.Row{{Query: 1, End: 3}, {Query: 1, First: 1, End: 3, Labelled: true}},
		Items: []trainset.Item{{Text: 1, Grade: 1}, {Text: 2, Grade: 1}, {Text: 3}}}
	for _, c := range []struct {
		row, text uint32
		want      string
	}{{0, 1, "query"}, {0, 2, "positive"}, {0, 3, "negative"}, {1, 2, "document"}, {1, 3, "document"}, {0, 9, "document"}} {
		must.Equal(t, role(&Input{Set: set}, Flag{Row: c.row, Other: c.text}), c.want, "row %d, text %d", c.row, c.text)
	}
}
