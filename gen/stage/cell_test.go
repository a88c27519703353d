package stage

import (
	"slices"
	"strings"
	"testing"
)

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
		var cells []Cell
		for i := range c.data {
			cells = append(cells, Cell{Data: strings.TrimSpace(c.data[i : i+1]), Files: strings.TrimSpace(c.files[i : i+1])})
		}
		got := EqualCells(cells)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
