package shard

import (
	"cmp"
	"slices"
)

// group is a positive of a query with some of its negatives: every pair of it prefers the first to one of the others. A
// query has as many groups as it has positives, and a positive with more negatives than fit into one has several.
type group struct {
	in       *grouping
	start, n uint32 // of in.order
}

// grouping are the rows of one task and split, ordered so that those of a group lie together.
type grouping struct {
	rows  []row
	order []uint32
}

// groupKey names the groups of a task.
type groupKey struct {
	task      string
	negatives int
}

// row is the pair of negative i. Behind the last it begins again, which fills a group to any size with what the pairs say.
func (g group) row(i int) row { return g.in.rows[g.in.order[g.start+uint32(i)%g.n]] }

// weight is the mean of its pairs'.
func (g group) weight() float64 {
	sum := 0.0
	for i := range g.size() {
		sum += g.row(i).Weight
	}
	return sum / float64(g.size())
}

// size is the number of its pairs, each of which has another negative unless pairs are repeated.
func (g group) size() int { return int(g.n) }

// groups are those of a task with at most so many negatives, in the file order of their first pairs; inside a group pairs
// keep the file order too. It takes 4 bytes a pair and 16 a group.
func (p *plan) groups(t task, negatives int) []view[group] {
	key := groupKey{t.label, negatives}
	if found, ok := p.grouped[key]; ok {
		return found
	}
	var views []view[group]
	for _, v := range t.views {
		views = append(views, newView(v.split, groupRowsOf(v.items, negatives), p.options, func(g group) (size int64) {
			size = p.store.info[g.row(0).query].bytes + p.store.info[g.row(0).pos].bytes
			for i := range g.size() {
				size += p.store.info[g.row(i).neg].bytes
			}
			return size
		}))
	}
	if p.grouped == nil {
		p.grouped = map[groupKey][]view[group]{}
	}
	p.grouped[key] = views
	return views
}

func groupRowsOf(rows []row, negatives int) (groups []group) {
	in := &grouping{rows, make([]uint32, len(rows))}
	for i := range in.order {
		in.order[i] = uint32(i)
	}
	slices.SortFunc(in.order, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(rows[a].query, rows[b].query), cmp.Compare(rows[a].pos, rows[b].pos), cmp.Compare(a, b))
	})
	for start := 0; start < len(rows); {
		first, n := rows[in.order[start]], 1
		for n < negatives && start+n < len(rows) {
			if next := rows[in.order[start+n]]; next.query != first.query || next.pos != first.pos {
				break
			}
			n++
		}
		groups = append(groups, group{in, uint32(start), uint32(n)})
		start += n
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Compare(in.order[a.start], in.order[b.start]) })
	return groups
}
