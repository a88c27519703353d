package shard

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/gen/pairs"
)

// group is a positive of a query with some of its negatives: every pair of it prefers the first to one of the others. A
// query has as many groups as it has positives, and a positive with more negatives than fit into one has several.
type group struct {
	in       *grouping
	start, n uint32 // of in.order
}

// grouping are the rows of one task and split, ordered so that those of a group lie together.
type grouping struct {
	rows  items[row]
	order []uint32
}

// groupKey names the groups of a task.
type groupKey struct {
	task      string
	negatives int
}

// row is the pair of negative i. Behind the last it begins again, which fills a group to any size with what the pairs say.
func (g group) row(i int) row { return g.in.rows.at(int(g.in.order[g.start+uint32(i)%g.n])) }

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
		views = append(views, newView(v.split, listed(groupRowsOf(v.items, negatives)), p.options, func(g group) (size int64) {
			size = p.store.textSize(g.row(0).query) + p.store.textSize(g.row(0).pos)
			for i := range g.size() {
				size += p.store.textSize(g.row(i).neg)
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

func groupRowsOf(rows items[row], negatives int) (groups []group) {
	in := &grouping{rows, make([]uint32, rows.n)}
	keys := make([]uint64, rows.n) // query and positive; perturbed copies weigh otherwise than other pairs, and make groups of their own
	for i := range keys {
		r := rows.brief(i)
		in.order[i], keys[i] = uint32(i), uint64(r.query)<<32|uint64(r.pos)
		if r.Source == pairs.Perturbed {
			keys[i] |= 1 << 31
		}
	}
	slices.SortFunc(in.order, func(a, b uint32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	for start := 0; start < rows.n; {
		key, n := keys[in.order[start]], 1
		for n < negatives && start+n < rows.n && keys[in.order[start+n]] == key {
			n++
		}
		groups = append(groups, group{in, uint32(start), uint32(n)})
		start += n
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Compare(in.order[a.start], in.order[b.start]) })
	return groups
}
