package digest

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/stage"
)

// Cell is what a cell is made of, by two digests. Cells are equal if one of them is. An empty digest equals none.
type Cell struct {
	Data  string `json:"data,omitempty"`  // of the rows in any order, and of how they are written
	Files string `json:"files,omitempty"` // of the files' names and SHA-256
}

// Named is a cell of a list, with the first one that it equals.
type Named struct {
	Cell
	Equals int `json:"equals,omitempty"` // the number, from 1, of the first cell with the same data or the same files
}

// Text returns the settings of a cell of some kind, and the cell that it equals.
func (c *Named) Text(settings, kind string) string {
	if c.Equals > 0 {
		settings += fmt.Sprintf(" (the data of %s %d)", kind, c.Equals)
	}
	return settings
}

// Name sets Equals of every cell, and counts those that equal none before them.
func Name(cells []*Named) (different int) {
	list := make([]Cell, len(cells))
	for i, c := range cells {
		list[i] = c.Cell
	}
	equal := Equal(list)
	for i, c := range cells {
		c.Equals = equal[i]
	}
	return Different(equal)
}

// Extend returns the cell's digests together with those of what else decides its result.
func (c Cell) Extend(more ...any) Cell {
	together := func(digest string) string {
		if digest == "" {
			return ""
		}
		return stage.Hash(append([]any{digest}, more...)...)
	}
	return Cell{together(c.Data), together(c.Files)}
}

// Together returns the digests of a cell that is made of several. One without a digest leaves none.
func Together(list []Cell) (all Cell) {
	var data, files []string
	for _, c := range list {
		data, files = append(data, c.Data), append(files, c.Files)
	}
	if len(list) > 0 && !slices.Contains(data, "") {
		all.Data = stage.Hash(data)
	}
	if len(list) > 0 && !slices.Contains(files, "") {
		all.Files = stage.Hash(files)
	}
	return all
}

// Equals reports whether cells are equal.
func (c Cell) Equals(other Cell) bool { return Equal([]Cell{other, c})[1] > 0 }

// Equal returns for each cell the number, from 1, of the first cell that it equals, or 0 where none before it does.
func Equal(cells []Cell) []int {
	byData, byFiles := map[string]int{}, map[string]int{}
	equal := make([]int, len(cells))
	for i, c := range cells {
		for _, first := range []int{byData[c.Data], byFiles[c.Files]} {
			if first > 0 && (equal[i] == 0 || first < equal[i]) {
				equal[i] = first
			}
		}
		first := equal[i]
		if first == 0 {
			first = i + 1
		}
		note(byData, c.Data, first)
		note(byFiles, c.Files, first)
	}
	return equal
}

func note(firsts map[string]int, digest string, first int) {
	if digest != "" && firsts[digest] == 0 {
		firsts[digest] = first
	}
}

// Different counts the cells that equal none before them.
func Different(equal []int) (n int) {
	for _, first := range equal {
		if first == 0 {
			n++
		}
	}
	return n
}
