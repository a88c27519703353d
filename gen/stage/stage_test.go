package stage

import (
	"slices"
	"strings"
	"testing"
)

// What a command would show: the stages on its way in the order of the table, mining only where nothing is drawn in the same pass, and
// nothing of what is there already.
func TestSteps(t *testing.T) {
	all := func(Name) bool { return true }
	given := func(name Name) bool { return name != Index && name != Vectors }
	for _, c := range []struct {
		runs  func(Name) bool
		goals []Name
		want  string
	}{
		{all, []Name{Index}, "index"},
		{all, []Name{Mining}, "topics index vectors retrieve mine"},
		{all, []Name{Shards}, "topics index vectors retrieve sample shards"},
		{given, []Name{Shards}, "topics retrieve sample shards"},
		{given, []Name{Tuning, Candidates}, "topics tune retrieve"},
	} {
		var got []string
		for _, s := range Steps(c.runs, c.goals...) {
			got = append(got, s.Name)
		}
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%v: %v, want %s", c.goals, got, c.want)
		}
	}
}

// Each later equal cell names the first one, be it equal by its data or by its files; the others name none.
func TestEqual(t *testing.T) {
	for _, c := range []struct {
		name        string
		data, files string // a letter a cell; a space is no digest
		want        []int
	}{
		{"all differ", "abc", "xyz", []int{0, 0, 0}},
		{"all are equal", "aaa", "xxx", []int{0, 1, 1}},
		{"by data alone", "aba", "xyz", []int{0, 0, 1}},
		{"by files alone", "abc", "xyx", []int{0, 0, 1}},
		{"through another one", "aab", "xyy", []int{0, 1, 1}},
		{"no digest equals none", "  a", "  a", []int{0, 0, 0}},
		{"data and files have names of their own", "ab", "ba", []int{0, 0}},
	} {
		var cells []*NamedCell
		for i := range c.data {
			cells = append(cells, &NamedCell{Cell: Cell{Data: strings.TrimSpace(c.data[i : i+1]), Files: strings.TrimSpace(c.files[i : i+1])}})
		}
		var got []int
		NameEqual(cells)
		for _, cell := range cells {
			got = append(got, cell.Equals)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
