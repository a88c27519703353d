package corpus

import (
	"slices"
	"sort"
)

// cells are what one row holds in one column: one text, or those of a list, or of lists in lists.
type cells struct {
	texts  []string
	listed bool    // the texts are those of one list: the place of a text is its index
	places [][]int // in lists in lists, of each text: its places, the outermost list first; in byte order
}

// scalar returns cells of one text.
func scalar(text []string) cells { return cells{texts: text} }

// place returns the places of a text in the lists around it; none where it lies in no list.
func (c *cells) place(i int) []int {
	switch {
	case c.places != nil:
		return c.places[i]
	case c.listed:
		return []int{i}
	}
	return nil
}

// depth returns in how many lists the texts lie.
func (c *cells) depth() (depth int) {
	switch {
	case c.places != nil:
		for _, place := range c.places {
			depth = max(depth, len(place))
		}
	case c.listed:
		depth = 1
	}
	return depth
}

// isEmpty reports whether no text is there, or none that says anything.
func (c *cells) isEmpty() bool {
	return !slices.ContainsFunc(c.texts, func(text string) bool { return text != "" })
}

// beside returns the range of texts that belong to a place: those at it, in the lists below it, or around it.
func (c *cells) beside(place []int) (first, end int) {
	if c.places == nil && (!c.listed || len(place) == 0) {
		return 0, len(c.texts)
	}
	if c.places == nil {
		return min(place[0], len(c.texts)), min(place[0]+1, len(c.texts))
	}
	first = sort.Search(len(c.places), func(i int) bool { return compareShared(c.places[i], place) >= 0 })
	end = sort.Search(len(c.places), func(i int) bool { return compareShared(c.places[i], place) > 0 })
	return first, end
}

// compareShared compares two places as far as both go.
func compareShared(a, b []int) int {
	n := min(len(a), len(b))
	return slices.Compare(a[:n], b[:n])
}
