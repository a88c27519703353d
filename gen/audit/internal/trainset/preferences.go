package trainset

import (
	"cmp"
	"iter"
	"slices"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Preferences holds the preferences that the rows of a set state: for a query, one document is above another.
type Preferences struct {
	Edges     []Edge     // edges, sorted by query, by the set of the two documents, and by row
	Conflicts []Conflict // rows that contradict others, by row, each once
	Crowded   int        // number of rows that are left out because they state too many preferences
}

// Edge is a preference: for a query, one document is above another in a row.
type Edge struct{ Query, High, Low, Row uint32 }

// Conflict is a row that contradicts another one: a query and document have two labels, or a document is above and below another.
type Conflict struct{ Row, Other uint32 }

// NewPreferences returns the preferences of the rows of a set.
func NewPreferences(s *Set) *Preferences {
	number, most, numCrowded := countEdges(s)
	p := &Preferences{Edges: make([]Edge, 0, number), Crowded: numCrowded}
	begin := 0
	var items []Item
	for _, key := range rowsByQuery(s) {
		row := uint32(key)
		query := s.RowQuery(row)
		if n := len(p.Edges); n > begin && p.Edges[n-1].Query != query {
			sortEdges(p.Edges[begin:])
			begin = n
		}
		if items = byGrade(items, s.RowItems(row)); preferences(items) > most {
			continue
		}
		for i, a := range items {
			for j := len(items) - 1; j > i && items[j].Grade < a.Grade; j-- {
				if high, low := s.FirstEqual(a.Text), s.FirstEqual(items[j].Text); high != low && high != 0 && low != 0 {
					p.Edges = append(p.Edges, Edge{query, high, low, row})
				}
			}
		}
	}
	sortEdges(p.Edges[begin:])
	p.Conflicts = append(findReversals(p.Edges), twoLabels(s)...)
	slices.SortStableFunc(p.Conflicts, func(a, b Conflict) int { return cmp.Compare(a.Row, b.Row) })
	p.Conflicts = slices.CompactFunc(p.Conflicts, func(a, b Conflict) bool { return a.Row == b.Row })
	return p
}

// EdgesByQuery yields the edges of each query, in their order.
func (p *Preferences) EdgesByQuery() iter.Seq[[]Edge] {
	return pairs.Adjacent(p.Edges, func(a, b Edge) bool { return a.Query == b.Query })
}

// countEdges returns the number of edges, the maximum number of edges of a row, and the number of rows that are left out for having more.
func countEdges(s *Set) (number, most, numCrowded int) {
	limit := max(safefile.Preferences, 64*len(s.Items)) // maximum number of edges
	var counts []int
	var items []Item
	for row := range s.Rows {
		items = byGrade(items, s.RowItems(uint32(row)))
		n := preferences(items)
		counts = append(counts, n)
		number += n
		most = max(most, n)
	}
	for number > limit {
		most /= 2
		number, numCrowded = 0, 0
		for _, n := range counts {
			if n > most {
				numCrowded++
			} else {
				number += n
			}
		}
	}
	return number, most, numCrowded
}

// byGrade returns the graded items, the best first, in the memory of list.
func byGrade(list, items []Item) []Item {
	list = list[:0]
	for _, item := range items {
		if item.IsGraded() {
			list = append(list, item)
		}
	}
	slices.SortStableFunc(list, func(a, b Item) int { return cmp.Compare(b.Grade, a.Grade) })
	return list
}

// preferences returns the number of pairs of different grades in a list sorted by grade.
func preferences(list []Item) (n int) {
	equal := 0 // number of earlier items with the same grade
	for i := range list {
		if i > 0 && list[i].Grade != list[i-1].Grade {
			equal = 0
		}
		n += i - equal
		equal++
	}
	return n
}

// rowsByQuery returns a number for each row, sorted: the query in the upper half, the row in the lower half.
func rowsByQuery(s *Set) []uint64 {
	keys := make([]uint64, len(s.Rows)) // numbers are sorted twice as fast as structs
	for row := range keys {
		keys[row] = uint64(s.RowQuery(uint32(row)))<<32 | uint64(row)
	}
	slices.Sort(keys)
	return keys
}

// sortEdges sorts the edges of a query by the set of the two documents, then by row.
func sortEdges(edges []Edge) {
	slices.SortFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(min(a.High, a.Low), min(b.High, b.Low)), cmp.Compare(max(a.High, a.Low), max(b.High, b.Low)),
			cmp.Compare(a.Row, b.Row))
	})
}

// conflictsIn returns conflicts between adjacent items for which isSame holds, if two of them do not agree. An item that agrees with the
// first item conflicts with the first item that does not, and each other item with the first item.
func conflictsIn[T any](list []T, isSame, agrees func(a, b T) bool, rowOf func(T) uint32) (conflicts []Conflict) {
	for len(list) > 0 {
		first, end, other := list[0], 1, -1
		for ; end < len(list) && isSame(list[end], first); end++ {
			if other < 0 && !agrees(list[end], first) {
				other = end
			}
		}
		for _, item := range list[:end] {
			switch {
			case other < 0:
			case agrees(item, first):
				conflicts = append(conflicts, Conflict{rowOf(item), rowOf(list[other])})
			default:
				conflicts = append(conflicts, Conflict{rowOf(item), rowOf(first)})
			}
		}
		list = list[end:]
	}
	return conflicts
}

// findReversals returns the rows with a preference that another row of the query reverses.
func findReversals(edges []Edge) []Conflict {
	return conflictsIn(edges, func(a, b Edge) bool {
		return a.Query == b.Query && min(a.High, a.Low) == min(b.High, b.Low) && max(a.High, a.Low) == max(b.High, b.Low)
	}, func(a, b Edge) bool { return a.High == b.High }, func(e Edge) uint32 { return e.Row })
}

// judgement is a label of a document for a query.
type judgement struct {
	query, list, doc, row uint32
	grade                 float32
}

// twoLabels returns the rows of one labelled document whose query and document have another label in another row of the same list.
func twoLabels(s *Set) []Conflict {
	var all []judgement
	for row := range s.Rows {
		if !s.Rows[row].Labelled || len(s.RowItems(uint32(row))) != 1 {
			continue
		}
		for _, item := range s.RowItems(uint32(row)) {
			if item.IsGraded() && item.Grade == float32(int32(item.Grade)) && s.FirstEqual(item.Text) != 0 {
				all = append(all, judgement{s.RowQuery(uint32(row)), s.Rows[row].List, s.FirstEqual(item.Text), uint32(row), item.Grade})
			}
		}
	}
	slices.SortFunc(all, func(a, b judgement) int {
		return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.list, b.list), cmp.Compare(a.doc, b.doc), cmp.Compare(a.row, b.row))
	})
	return conflictsIn(all, func(a, b judgement) bool { return a.query == b.query && a.list == b.list && a.doc == b.doc },
		func(a, b judgement) bool { return a.grade == b.grade }, func(j judgement) uint32 { return j.row })
}
