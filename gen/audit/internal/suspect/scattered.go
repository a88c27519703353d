package suspect

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// scattered holds the queries whose rows do not follow each other and hold a positive or negatives alone, with the number of their rows.
type scattered map[uint32]int

// countScattered returns the scattered queries of a set.
func countScattered(set *trainset.Set) scattered {
	met, s := make([]bool, len(set.Texts)), scattered{}
	for row := range uint32(len(set.Rows)) {
		query := set.RowQuery(row)
		if met[query] && set.RowQuery(row-1) != query {
			s[query] = 0
		}
		met[query] = true
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

// mostWaiting is the number of bytes of texts of scattered queries that are held until the last row of each came.
const mostWaiting = 256 << 20

// waiting holds rows of scattered queries.
type waiting struct {
	rows  map[uint32]*group
	left  scattered
	bytes int
}

// add adds a row, and returns the groups that are complete, or all of them where their texts are too many.
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

// takeAll returns the groups that wait, by their first rows.
func (w *waiting) takeAll() (ready []*group) {
	for _, g := range w.rows {
		ready = append(ready, g)
	}
	slices.SortFunc(ready, func(a, b *group) int { return cmp.Compare(a.rows[0].row, b.rows[0].row) })
	clear(w.rows)
	w.bytes = 0
	return ready
}

// sortByRow puts documents in the order of their rows.
func sortByRow(list []Document) {
	slices.SortStableFunc(list, func(a, b Document) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Item, b.Item)) })
}
