package suspect

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// scattered holds the number of rows of each scattered query. The rows of a scattered query are not consecutive, and no row has both a
// positive and a negative.
type scattered map[uint32]int

func countScattered(set *trainset.Set) scattered {
	isVisited, s := make([]bool, len(set.Texts)), scattered{}
	for row := range uint32(len(set.Rows)) {
		query := set.RowQuery(row)
		if isVisited[query] && set.RowQuery(row-1) != query {
			s[query] = 0
		}
		isVisited[query] = true
	}
	for row := range uint32(len(set.Rows)) {
		if n, has := s[set.RowQuery(row)]; has && set.IsWhole(row) {
			delete(s, set.RowQuery(row))
		} else if has {
			s[set.RowQuery(row)] = n + 1
		}
	}
	return s
}

// mostWaiting is the maximum number of bytes of waiting texts.
const mostWaiting = 256 << 20

// waiting holds rows of scattered queries until the last row of their query is added.
type waiting struct {
	rows  map[uint32]*group // the waiting rows of each query
	left  scattered         // number of rows of each query that were not added yet
	bytes int               // the size of the texts of the waiting documents
}

// add adds a row. It returns the group of the row's query if it is complete or large, or all groups if they exceed mostWaiting.
func (w *waiting) add(row, query uint32, r *corpus.TrainingRow) (ready []*group) {
	g := w.rows[query]
	if g == nil {
		g = new(group)
		w.rows[query] = g
	}
	g.add(row, query, r)
	for _, d := range r.Docs {
		w.bytes += len(d.Text)
	}
	w.left[query]--
	switch {
	case w.bytes > mostWaiting:
		return w.takeAll()
	case w.left[query] == 0 || len(g.rows) >= groupLimit || len(g.docs) >= groupDocs:
		delete(w.rows, query)
		for _, d := range g.docs {
			w.bytes -= len(d.Text)
		}
		return []*group{g}
	}
	return nil
}

// takeAll removes and returns all waiting groups, sorted by their first rows.
func (w *waiting) takeAll() (ready []*group) {
	for _, g := range w.rows {
		ready = append(ready, g)
	}
	slices.SortFunc(ready, func(a, b *group) int { return cmp.Compare(a.rows[0].row, b.rows[0].row) })
	clear(w.rows)
	w.bytes = 0
	return ready
}

// sortByRow sorts documents by row, then by place in the row.
func sortByRow(list []Document) {
	slices.SortStableFunc(list, func(a, b Document) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Item, b.Item)) })
}
