package plan

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/internal/lists"
)

// Group is a positive of a query with some of its negatives, whose texts differ from each other. Each of its pairs prefers the positive to
// one negative. If the negatives of a positive do not fit into one group, the positive has several groups. A group with too few pairs of
// its own is filled with spares, and then with pairs of the positive's other groups.
type Group struct {
	in *grouping
	groupRows
}

// groupRows holds the places of a group's pairs. It is a type of its own because the names of generic functions have the fields of structs.
type groupRows struct {
	start, N  uint32 // bounds of the group's own pairs, which are in.order[start:start+N]
	fillStart uint32 // the index in in.filling of the first pair that fills the group
	spares    uint32 // the number of spares that fill the group
	repeats   uint32 // the number of pairs of the positive's other groups that fill the group, after the spares
}

// grouping holds the rows of one task and split, and the pairs that fill their groups.
type grouping struct {
	rows    Items[Row]
	order   []uint32 // the numbers of the rows; the rows of a group are neighbours
	spares  Items[Row]
	filling []uint32 // the numbers of the pairs that fill groups: i for row i, rows.N+i for spare i
}

// groupKey is the key of the groups of a task.
type groupKey struct {
	task      string
	negatives int
}

// The treatments of a group with fewer different negatives than its size.
const (
	shortRepeat = "repeat" // the group repeats its negatives, for a format whose groups have one size
	shortShrink = "shrink" // the group is smaller
)

// Row returns the pair of negative i: first the group's own pairs, then the pairs that fill it, then all of them again.
func (g Group) Row(i int) Row {
	if i %= g.Different(); i < int(g.N) {
		return g.in.rows.Item(int(g.in.order[int(g.start)+i]))
	}
	return g.in.filler(g.in.filling[int(g.fillStart)+i-int(g.N)], g.in.rows.Item, g.in.spares.Item)
}

// filler returns the pair with a number in filling. row and spare return rows and spares by index.
func (in *grouping) filler(number uint32, row, spare func(i int) Row) Row {
	if i := int(number); i < in.rows.N {
		return row(i)
	}
	return spare(int(number) - in.rows.N)
}

// Loss returns the mean weight and the mean margin of the group's first n pairs.
func (g Group) Loss(n int) (weight, margin float64) {
	for i := range n {
		r := g.Row(i)
		weight, margin = weight+r.Weight, margin+r.Margin
	}
	return weight / float64(n), margin / float64(n)
}

// Size returns the number of the group's negatives without those of the positive's other groups.
func (g Group) Size() int { return int(g.N + g.spares) }

// Different returns the number of the group's different negatives, including those of the positive's other groups.
func (g Group) Different() int { return g.Size() + int(g.repeats) }

// Groups returns the groups of a task, by split. Groups are in the file order of their first pairs, and the pairs of a group are in file
// order too. negatives is the maximum number of negatives of a group. Groups take 4 bytes for each pair, 32 for each group, and 4 for each
// pair that fills a group.
func (p *Plan) Groups(t Task, negatives int) []View[Group] {
	key := groupKey{t.Label, negatives}
	if views, ok := p.groupViews[key]; ok {
		return views
	}
	var list []View[Group]
	for _, v := range t.Views {
		groups := GroupRows(p.Store, v.Items, sparesOf(p.splits, t, v.Split), negatives)
		list = append(list, p.cutter.cutGroups(v.Split, groups, t.name, negatives))
	}
	if p.groupViews == nil {
		p.groupViews = map[groupKey][]View[Group]{}
	}
	p.groupViews[key] = list
	return list
}

// groupSize returns the size of a group's texts in bytes.
func groupSize(store *Store, g Group) (size int64) {
	size = store.TextSize(g.Row(0).Query) + store.TextSize(g.Row(0).Pos)
	for i := range g.Different() {
		size += store.TextSize(g.Row(i).Neg)
	}
	return size
}

// sparesOf returns the pairs of a split that can fill groups of a task.
func sparesOf(splits []splitPlan, t Task, split string) Items[Row] {
	for _, s := range splits {
		if s.Split == split {
			var numbers []uint32
			for i := range s.spares.N {
				if s.spares.brief(i).Task == t.name && (t.keep == nil || t.keep(s.spares.Item(i))) {
					numbers = append(numbers, uint32(i))
				}
			}
			return s.spares.pick(numbers)
		}
	}
	return Items[Row]{}
}

// byPositive returns the numbers of rows, sorted by a key of the texts of query and positive, and these keys by number.
func byPositive(store *Store, rows Items[Row]) (order []uint32, keys []uint64) {
	order, keys = make([]uint32, rows.N), make([]uint64, rows.N)
	for i := range keys {
		r := rows.brief(i)
		order[i], keys[i] = uint32(i), store.Info[r.Query].Folded<<32|store.Info[r.Pos].Folded
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	return order, keys
}

// GroupRows returns the groups of rows. It adds each row to the first group of its positive that is not full and has no negative with the
// same text. It fills groups as described at Group.
func GroupRows(store *Store, rows, spares Items[Row], negatives int) (groups []Group) {
	in := &grouping{rows: rows, spares: spares}
	order, keys := byPositive(store, rows)
	spare, spareKeys := byPositive(store, spares)
	in.order = order
	text := func(number uint32) uint64 {
		return store.Info[in.filler(number, rows.brief, spares.brief).Neg].Folded
	}
	for start := 0; start < rows.N; {
		key, end := keys[order[start]], start
		for end < rows.N && keys[order[end]] == key {
			end++
		}
		numbers := slices.Clone(order[start:end])
		k, _ := slices.BinarySearchFunc(spare, key, func(i uint32, key uint64) int { return cmp.Compare(spareKeys[i], key) })
		var more []uint32
		for ; k < len(spare) && spareKeys[spare[k]] == key; k++ {
			more = append(more, uint32(rows.N)+spare[k])
		}
		next := start
		for _, members := range splitDistinct(numbers, negatives, text) {
			g := Group{in, groupRows{start: uint32(next), N: uint32(len(members)), fillStart: uint32(len(in.filling))}}
			next += copy(order[next:], members)
			spares := distinctTexts(members, more, negatives-len(members), text)
			again := distinctTexts(append(slices.Clip(members), spares...), numbers, negatives-len(members)-len(spares), text)
			in.filling = append(append(in.filling, spares...), again...)
			g.spares, g.repeats = uint32(len(spares)), uint32(len(again))
			groups = append(groups, g)
		}
		start = end
	}
	slices.SortFunc(groups, func(a, b Group) int { return cmp.Compare(in.order[a.start], in.order[b.start]) })
	return groups
}

// splitDistinct puts every number into the first list that has fewer than most numbers and none with the same text.
func splitDistinct(numbers []uint32, most int, text func(uint32) uint64) (lists [][]uint32) {
	type openList struct {
		index int             // its index in lists
		texts map[uint64]bool // the texts of its numbers
	}
	var open []openList // the lists with fewer than most numbers
	for _, number := range numbers {
		t := text(number)
		i := slices.IndexFunc(open, func(o openList) bool { return !o.texts[t] })
		if i < 0 {
			i = len(open)
			open = append(open, openList{len(lists), map[uint64]bool{}})
			lists = append(lists, nil)
		}
		list := open[i].index
		open[i].texts[t] = true
		lists[list] = append(lists[list], number)
		if len(lists[list]) == most {
			open = slices.Delete(open, i, i+1)
		}
	}
	return lists
}

// distinctTexts returns the first n candidates whose texts differ from those of the members and from each other.
func distinctTexts(members, candidates []uint32, n int, text func(uint32) uint64) (list []uint32) {
	if n == 0 {
		return nil
	}
	texts := lists.Set(members, text)
	for _, c := range candidates {
		if t := text(c); len(list) < n && !texts[t] {
			texts[t] = true
			list = append(list, c)
		}
	}
	return list
}

// SizedGroups returns groups of at most n negatives and counts those that are short or filled. If isFixed is true, a short group repeats its
// negatives, for a format that can hold only groups of one size.
func (p *Plan) SizedGroups(format string, t Task, n int, isFixed bool) []View[Group] {
	size, fate := Group.Size, shortShrink // size returns the number of a group's negatives that are written, without repetition
	if isFixed {
		size, fate = Group.Different, shortRepeat
	}
	views := p.Groups(t, n)
	for _, v := range views {
		count := Groups{Format: format, Task: t.name, Split: v.Split, Negatives: n, Groups: v.Items.N, Fate: fate}
		for g := range v.Items.Each {
			if size(g) > int(g.N) {
				count.Filled++
			}
			if size(g) == n {
				continue
			}
			count.Short++
			if fate == shortRepeat {
				p.Note("negatives repeated to fill groups of "+format, n-size(g))
			}
		}
		p.GroupCounts = append(p.GroupCounts, count)
	}
	return views
}
