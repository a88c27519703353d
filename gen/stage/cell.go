package stage

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/internal/lists"
)

// Cell identifies the data of a cell of a grid by two digests. Two cells are equal if one digest of both is equal and not empty.
type Cell struct {
	Data  string `json:"data,omitempty"`  // a digest of the rows in any order, and of how they are written
	Files string `json:"files,omitempty"` // a digest of the names and checksums of the files
}

// NamedCell is a cell of a list, with the number of the first cell that it equals.
type NamedCell struct {
	Cell
	Equals int `json:"equals,omitempty"` // the number, from 1, of the first cell with the same data or the same files; 0 if there is none
}

// Text returns settings, with the number of the cell that c equals. kind is a word for cells.
func (c *NamedCell) Text(settings, kind string) string {
	if c.Equals > 0 {
		settings += fmt.Sprintf(" (the data of %s %d)", kind, c.Equals)
	}
	return settings
}

// NameEqual sets Equals of every cell, and returns the number of cells that equal no earlier cell.
func NameEqual(cells []*NamedCell) (different int) {
	firsts := [2]map[string]int{{}, {}} // the first cell with a digest: of the data, and of the files
	for i, c := range cells {
		c.Equals = 0
		digests := [2]string{c.Data, c.Files}
		for kind, digest := range digests {
			if first := firsts[kind][digest]; first > 0 && (c.Equals == 0 || first < c.Equals) {
				c.Equals = first
			}
		}
		for kind, digest := range digests {
			if digest != "" && firsts[kind][digest] == 0 {
				firsts[kind][digest] = cmp.Or(c.Equals, i+1)
			}
		}
		if c.Equals == 0 {
			different++
		}
	}
	return different
}

// Extend returns the cell with digests that also depend on the values in more.
func (c Cell) Extend(more ...any) Cell {
	combine := func(digest string) string {
		if digest == "" {
			return ""
		}
		return Hash(append([]any{digest}, more...)...)
	}
	return Cell{combine(c.Data), combine(c.Files)}
}

// JoinCells returns one cell for a list of cells. A digest that is empty in one of them is empty.
func JoinCells(list []Cell) Cell {
	combine := func(digest func(Cell) string) string {
		all := lists.Map(list, digest)
		if len(all) == 0 || slices.Contains(all, "") {
			return ""
		}
		return Hash(all)
	}
	return Cell{combine(func(c Cell) string { return c.Data }), combine(func(c Cell) string { return c.Files })}
}

// Equals reports whether cells are equal.
func (c Cell) Equals(other Cell) bool {
	return c.Data != "" && c.Data == other.Data || c.Files != "" && c.Files == other.Files
}
