package tabular

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"
)

// Cells are the texts of one row in one column: one text, those of a list, or those of nested lists.
type Cells struct {
	Texts  []string
	Listed bool    // the texts are those of one list: the place of a text is its index
	Places [][]int // for nested lists, the indices of each text, outermost list first; in ascending order
	Null   bool    // there is one missing value, or a list without any; its text is empty
}

// Scalar returns cells of a single text.
func Scalar(text []string) Cells { return Cells{Texts: text} }

// place returns the indices of text i in the lists around it; nil if it is in no list.
func (c *Cells) place(i int) []int {
	switch {
	case c.Places != nil:
		return c.Places[i]
	case c.Listed:
		return []int{i}
	}
	return nil
}

// depth returns the number of lists around the texts.
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

// IsEmpty reports whether there is no text, or only empty ones.
func (c *Cells) IsEmpty() bool {
	return !slices.ContainsFunc(c.Texts, func(text string) bool { return text != "" })
}

// rangeAt returns the range of texts that belong to a place: those at the place, in lists below it, or
// around it.
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

// compareShared compares the common length of two places.
func compareShared(a, b []int) int {
	n := min(len(a), len(b))
	return slices.Compare(a[:n], b[:n])
}

// Join joins the texts of each innermost list: a list becomes one text, a list of lists one list.
func (c *Cells) Join(separator string) {
	switch {
	case c.Listed:
		*c = Scalar([]string{strings.Join(c.Texts, separator)})
	case c.Places != nil:
		texts, last := []string(nil), []int(nil)
		for i, place := range c.Places {
			outer := place[:max(0, len(place)-1)]
			if last == nil || !slices.Equal(outer, last) {
				texts, last = append(texts, c.Texts[i]), outer
			} else {
				texts[len(texts)-1] += separator + c.Texts[i]
			}
		}
		*c = Cells{Texts: texts, Listed: true}
	}
}

// TupleCell is the reason for a row with a list in a list that IsTuple.
const TupleCell = `a text beside a number or a list in a list of lists: write {"text": "..", "label": 1} in place of ["..", 1]`

// IsTuple reports whether a JSON list holds a text beside a number or a list, such as a passage beside its label, or a title beside its
// sentences. Their order has no names.
func IsTuple(list []any) bool {
	texts, others := false, false
	for _, item := range list {
		switch item.(type) {
		case string:
			texts = true
		case json.Number, bool, []any:
			others = true
		}
	}
	return texts && others
}
