package trainset

import (
	"cmp"
	"slices"
)

// Edge is a preference: for a query, one document is above another in a row.
type Edge struct{ Query, High, Low, Row uint32 }

// Edges returns the preferences of all rows, sorted by query, then by the two documents, whichever is above.
func (s *Set) Edges() []Edge {
	if s.edges != nil {
		return s.edges
	}
	s.edges = []Edge{}
	for row := range s.Rows {
		items := s.RowItems(uint32(row))
		query := s.RowQuery(uint32(row))
		for i, a := range items {
			for _, b := range items[i+1:] {
				high, low := s.Same(a.Text), s.Same(b.Text)
				if a.Grade < b.Grade {
					high, low = low, high
				}
				if a.Grade != b.Grade && a.IsGraded() && b.IsGraded() && high != low && high != 0 && low != 0 {
					s.edges = append(s.edges, Edge{query, high, low, uint32(row)})
				}
			}
		}
	}
	slices.SortFunc(s.edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(min(a.High, a.Low), min(b.High, b.Low)),
			cmp.Compare(max(a.High, a.Low), max(b.High, b.Low)), cmp.Compare(a.Row, b.Row))
	})
	return s.edges
}

// Conflict is a row that contradicts another one.
type Conflict struct {
	Row, Other uint32
	Labels     bool // one input has two labels; else one document is above and below another
}

// Conflicts returns the rows that contradict others, by row, each once.
func (s *Set) Conflicts() []Conflict {
	if s.clashes != nil {
		return s.clashes
	}
	s.clashes = append([]Conflict{}, s.reversed()...)
	s.clashes = append(s.clashes, s.twoLabels()...)
	slices.SortStableFunc(s.clashes, func(a, b Conflict) int { return cmp.Compare(a.Row, b.Row) })
	s.clashes = slices.CompactFunc(s.clashes, func(a, b Conflict) bool { return a.Row == b.Row })
	return s.clashes
}

// reversed returns rows that put a document above another one that a row of the same query puts above it.
func (s *Set) reversed() (list []Conflict) {
	edges := s.Edges()
	for begin := 0; begin < len(edges); {
		first := edges[begin]
		end, other := begin+1, -1
		for ; end < len(edges) && edges[end].Query == first.Query && min(edges[end].High, edges[end].Low) == min(first.High, first.Low) &&
			max(edges[end].High, edges[end].Low) == max(first.High, first.Low); end++ {
			if other < 0 && edges[end].High != first.High {
				other = end
			}
		}
		if other >= 0 {
			for _, e := range edges[begin:end] {
				against := first.Row
				if e.High == first.High {
					against = edges[other].Row
				}
				list = append(list, Conflict{Row: e.Row, Other: against})
			}
		}
		begin = end
	}
	return list
}

// judgement is a label of a document for a query.
type judgement struct {
	query, list, doc, row uint32
	grade                 float32
}

// twoLabels returns rows of one labelled document whose query and document have another label in another row. Labels of a list order that
// list alone.
func (s *Set) twoLabels() (list []Conflict) {
	var all []judgement
	for row := range s.Rows {
		if !s.Rows[row].Labelled || len(s.RowItems(uint32(row))) != 1 {
			continue
		}
		for _, item := range s.RowItems(uint32(row)) {
			if item.IsGraded() && item.Grade == float32(int32(item.Grade)) && s.Same(item.Text) != 0 {
				all = append(all, judgement{s.RowQuery(uint32(row)), s.Rows[row].List, s.Same(item.Text), uint32(row), item.Grade})
			}
		}
	}
	slices.SortFunc(all, func(a, b judgement) int {
		return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.list, b.list), cmp.Compare(a.doc, b.doc), cmp.Compare(a.row, b.row))
	})
	for begin := 0; begin < len(all); {
		first := all[begin]
		end, other := begin+1, -1
		for ; end < len(all) && all[end].query == first.query && all[end].list == first.list && all[end].doc == first.doc; end++ {
			if other < 0 && all[end].grade != first.grade {
				other = end
			}
		}
		if other >= 0 {
			for _, j := range all[begin:end] {
				against := first.row
				if j.grade == first.grade {
					against = all[other].row
				}
				list = append(list, Conflict{Row: j.row, Other: against, Labels: true})
			}
		}
		begin = end
	}
	return list
}
