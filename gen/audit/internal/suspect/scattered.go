package suspect

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
)

// Scattered are the queries whose rows do not follow each other and hold a positive or negatives alone, with the number of their rows.
type Scattered map[uint32]int

// CountScattered returns the scattered queries of so many rows. queryOf returns the number of a row's query, below numbers; isWhole reports
// whether a row has a positive and a negative.
func CountScattered(rows, numbers int, queryOf func(row uint32) uint32, isWhole func(row uint32) bool) Scattered {
	met, s := make([]bool, numbers), Scattered{}
	for row := range uint32(rows) {
		query := queryOf(row)
		if met[query] && queryOf(row-1) != query {
			s[query] = 0
		}
		met[query] = true
	}
	for row := range uint32(rows) {
		if n, has := s[queryOf(row)]; has && isWhole(row) {
			delete(s, queryOf(row))
		} else if has {
			s[queryOf(row)] = n + 1
		}
	}
	return s
}

// mostWaiting is the number of bytes of texts of scattered queries that are held until the last row of each came.
const mostWaiting = 256 << 20

// waiting holds rows of scattered queries.
type waiting struct {
	rows  map[uint32]*group
	left  Scattered
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

// sortByRow puts the documents in the order of their rows.
func (s *Suspects) sortByRow() {
	order := orderOf(len(s.Negatives), func(i int) (row, item uint32) { return s.Negatives[i].Row, s.Negatives[i].Item })
	s.Negatives, s.negativeRuns = permute(s.Negatives, order), permute(s.negativeRuns, order)
	order = orderOf(len(s.Positives), func(i int) (row, item uint32) { return s.Positives[i].Row, s.Positives[i].Item })
	s.Positives, s.positiveRuns = permute(s.Positives, order), permute(s.positiveRuns, order)
}

// orderOf returns the places of so many documents by their rows, and their places in these.
func orderOf(n int, at func(i int) (row, item uint32)) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		row, item := at(a)
		otherRow, otherItem := at(b)
		return cmp.Or(cmp.Compare(row, otherRow), cmp.Compare(item, otherItem))
	})
	return order
}

// permute returns a list in another order; nil for an empty one, which a list of runs may be.
func permute[T any](list []T, order []int) (sorted []T) {
	if len(list) == 0 {
		return nil
	}
	for _, i := range order {
		sorted = append(sorted, list[i])
	}
	return sorted
}
