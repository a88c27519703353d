package tabular

import (
	"slices"
	"sort"
)

// Cells are what one row holds in one column: one text, or those of a list, or of lists in lists.
type Cells struct {
	Texts  []string
	Listed bool    // the texts are those of one list: the place of a text is its index
	Places [][]int // in lists in lists, of each text: its places, the outermost list first; in byte order
}

// Scalar returns cells of one text.
func Scalar(text []string) Cells { return Cells{Texts: text} }

// place returns the places of a text in the lists around it; none where it lies in no list.
func (c *Cells) place(i int) []int {
	switch {
	case c.Places != nil:
		return c.Places[i]
	case c.Listed:
		return []int{i}
	}
	return nil
}

// depth returns in how many lists the texts lie.
func (c *Cells) depth() (depth int) {
	switch {
	case c.Places != nil:
		for _, place := range c.Places {
			depth = max(depth, len(place))
		}
	case c.Listed:
		depth = 1
	}
	return depth
}

// IsEmpty reports whether no text is there, or none that says anything.
func (c *Cells) IsEmpty() bool {
	return !slices.ContainsFunc(c.Texts, func(text string) bool { return text != "" })
}

// beside returns the range of texts that belong to a place: those at it, in the lists below it, or around it.
func (c *Cells) rangeAt(place []int) (first, end int) {
	if c.Places == nil && (!c.Listed || len(place) == 0) {
		return 0, len(c.Texts)
	}
	if c.Places == nil {
		return min(place[0], len(c.Texts)), min(place[0]+1, len(c.Texts))
	}
	first = sort.Search(len(c.Places), func(i int) bool { return compareShared(c.Places[i], place) >= 0 })
	end = sort.Search(len(c.Places), func(i int) bool { return compareShared(c.Places[i], place) > 0 })
	return first, end
}

// compareShared compares two places as far as both go.
func compareShared(a, b []int) int {
	n := min(len(a), len(b))
	return slices.Compare(a[:n], b[:n])
}
