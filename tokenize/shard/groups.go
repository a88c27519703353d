package shard

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// group is a positive of a query with some of its negatives, no two of which have the same text: every pair of it prefers the
// first to one of the others. A query has as many groups as it has positives, and a positive with more negatives than fit into
// one has several.
type group struct {
	in       *grouping
	start, n uint32 // of in.order: its own pairs
	filled   uint32 // of in.filling, first the spares that fill it, then pairs of other groups
	spares   uint32
	again    uint32
}

// grouping are the rows of one task and split, ordered so that those of a group lie together, and the pairs that fill groups.
type grouping struct {
	rows    items[row]
	order   []uint32
	spares  items[row]
	filling []uint32 // numbers of rows, and behind them of spares
}

// groupKey names the groups of a task.
type groupKey struct {
	task      string
	negatives int
}

// What becomes of a group with fewer different negatives than its size.
const (
	ShortRepeat = "repeat" // its negatives come again, where a format has groups of one size
	ShortDrop   = "drop"   // it is left out
	ShortShrink = "shrink" // it stays small; formats of one size cannot hold it
)

// row is the pair of negative i: first its own pairs, then those that fill it. Behind the last it begins again,
// which fills a group to any size with what the pairs say.
func (g group) row(i int) row {
	if i %= g.different(); i < int(g.n) {
		return g.in.rows.at(int(g.in.order[int(g.start)+i]))
	}
	return g.in.filler(g.in.filling[int(g.filled)+i-int(g.n)], g.in.rows.at, g.in.spares.at)
}

// filler is a row or a spare by its number in filling.
func (in *grouping) filler(number uint32, row, spare func(i int) row) row {
	if i := int(number); i < in.rows.n {
		return row(i)
	}
	return spare(int(number) - in.rows.n)
}

// loss are the weight and the margin of its first n pairs, the mean of each.
func (g group) loss(n int) (weight, margin float64) {
	for i := range n {
		r := g.row(i)
		weight, margin = weight+r.Weight, margin+r.Margin
	}
	return weight / float64(n), margin / float64(n)
}

// size is the number of its negatives where it may be short: those of no other group.
func (g group) size() int { return int(g.n + g.spares) }

// different is the number of different negatives where it is to be filled: with those of the positive's other groups, too.
func (g group) different() int { return g.size() + int(g.again) }

// groups are those of a task with at most so many negatives, in the file order of their first pairs; inside a group its own
// pairs keep the file order too. It takes 4 bytes a pair and 32 a group, and 4 for every pair that fills one.
func (p *plan) groups(t task, negatives int) []view[group] {
	key := groupKey{t.label, negatives}
	if found, ok := p.grouped[key]; ok {
		return found
	}
	var views []view[group]
	for _, v := range t.views {
		views = append(views, newView(v.split, listed(p.groupRowsOf(v.items, p.sparesOf(t, v.split), negatives)), p.options, p.groupTexts))
	}
	if p.grouped == nil {
		p.grouped = map[groupKey][]view[group]{}
	}
	p.grouped[key] = views
	return views
}

// groupTexts is the bytes of a group's texts.
func (p *plan) groupTexts(g group) (size int64) {
	size = p.store.textSize(g.row(0).query) + p.store.textSize(g.row(0).pos)
	for i := range g.different() {
		size += p.store.textSize(g.row(i).neg)
	}
	return size
}

// sparesOf are the pairs of a split that can fill groups of a task.
func (p *plan) sparesOf(t task, split string) items[row] {
	for _, s := range p.splits {
		if s.split == split {
			var kept []uint32
			for i := range s.spares.n {
				if s.spares.brief(i).Task == t.name && (t.keep == nil || t.keep(s.spares.at(i))) {
					kept = append(kept, uint32(i))
				}
			}
			return s.spares.pick(kept)
		}
	}
	return items[row]{}
}

// positiveOf is a row's query and positive. Perturbed copies weigh otherwise than other pairs, and have groups of their own.
func positiveOf(r row) uint64 {
	key := uint64(r.query)<<32 | uint64(r.pos)
	if r.Source == pairs.Perturbed {
		key |= 1 << 31
	}
	return key
}

// ordered are the numbers of rows, those of the same query and positive together, and their positives by number.
func ordered(rows items[row]) (order []uint32, keys []uint64) {
	order, keys = make([]uint32, rows.n), make([]uint64, rows.n)
	for i := range keys {
		order[i], keys[i] = uint32(i), positiveOf(rows.brief(i))
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	return order, keys
}

// groupRowsOf puts each row into the first group of its positive that has room and no negative of the same text, and fills what
// is short: with spares in their order, then with rows of the positive's other groups.
func (p *plan) groupRowsOf(rows, spares items[row], negatives int) (groups []group) {
	in := &grouping{rows: rows, spares: spares}
	order, keys := ordered(rows)
	spare, spareKeys := ordered(spares)
	in.order = order
	text := func(number uint32) uint64 {
		return p.store.info[in.filler(number, rows.brief, spares.brief).neg].folded
	}
	for start := 0; start < rows.n; {
		key, end := keys[order[start]], start
		for end < rows.n && keys[order[end]] == key {
			end++
		}
		own := slices.Clone(order[start:end])
		at, _ := slices.BinarySearchFunc(spare, key, func(i uint32, key uint64) int { return cmp.Compare(spareKeys[i], key) })
		var more []uint32
		for ; at < len(spare) && spareKeys[spare[at]] == key; at++ {
			more = append(more, uint32(rows.n)+spare[at])
		}
		next := start
		for _, members := range divided(own, negatives, text) {
			g := group{in: in, start: uint32(next), n: uint32(len(members)), filled: uint32(len(in.filling))}
			next += copy(order[next:], members)
			spares := differing(members, more, negatives-len(members), text)
			again := differing(append(slices.Clip(members), spares...), own, negatives-len(members)-len(spares), text)
			in.filling = append(append(in.filling, spares...), again...)
			g.spares, g.again = uint32(len(spares)), uint32(len(again))
			groups = append(groups, g)
		}
		start = end
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Compare(in.order[a.start], in.order[b.start]) })
	return groups
}

// divided puts every number into the first list that has fewer than most and no other of the same text.
func divided(numbers []uint32, most int, text func(uint32) uint64) (lists [][]uint32) {
	type open struct {
		list  int
		texts map[uint64]bool
	}
	var room []open
	for _, number := range numbers {
		t := text(number)
		at := slices.IndexFunc(room, func(o open) bool { return !o.texts[t] })
		if at < 0 {
			at = len(room)
			room = append(room, open{len(lists), map[uint64]bool{}})
			lists = append(lists, nil)
		}
		o := room[at]
		o.texts[t] = true
		lists[o.list] = append(lists[o.list], number)
		if len(lists[o.list]) == most {
			room = slices.Delete(room, at, at+1)
		}
	}
	return lists
}

// differing are the first n candidates whose texts differ from the members' and from each other.
func differing(members, candidates []uint32, n int, text func(uint32) uint64) (found []uint32) {
	if n == 0 {
		return nil
	}
	seen := map[uint64]bool{}
	for _, m := range members {
		seen[text(m)] = true
	}
	for _, c := range candidates {
		if t := text(c); len(found) < n && !seen[t] {
			seen[t] = true
			found = append(found, c)
		}
	}
	return found
}

// Groups says how full the groups of a format's task and split are.
type Groups struct {
	Format    string `json:"format"`
	Task      string `json:"task"`
	Split     string `json:"split"`
	Negatives int    `json:"negatives"` // asked of each
	Groups    int    `json:"groups"`
	Filled    int    `json:"filled"`       // with pairs that are not their own
	Short     int    `json:"short"`        // with fewer different negatives
	Fate      string `json:"short_groups"` // what became of these: repeat, drop or shrink
}

// String is the finding in a sentence, but for the format.
func (g Groups) String() string {
	fate := map[string]string{ShortRepeat: "they repeat theirs", ShortDrop: "they are left out", ShortShrink: "they are smaller"}[g.Fate]
	return fmt.Sprintf("%d of %d groups of %s hold fewer than %d different negatives: %s", g.Short, g.Groups, g.Split, g.Negatives, fate)
}

// sized are groups of n negatives for a format that can hold only such: what is short is repeated, dropped or, where the trainer
// fills up groups itself, shrunk.
func (p *plan) sized(format string, t task, n int) []view[group] {
	return p.full(format, t, n, p.options.ShortGroup, group.different)
}

// upTo are groups of n negatives and of fewer where there are no more, for a format that can hold them.
func (p *plan) upTo(format string, t task, n int) []view[group] {
	fate := p.options.ShortGroup
	if fate == ShortRepeat {
		fate = ShortShrink
	}
	return p.full(format, t, n, fate, group.size)
}

func (p *plan) full(format string, t task, n int, fate string, size func(group) int) (views []view[group]) {
	for _, v := range p.groups(t, n) {
		told := Groups{Format: format, Task: t.name, Split: v.split, Negatives: n, Groups: v.items.n, Fate: fate}
		var kept []group
		for g := range v.items.each {
			if size(g) > int(g.n) {
				told.Filled++
			}
			if size(g) == n {
				kept = append(kept, g)
				continue
			}
			told.Short++
			if fate == ShortRepeat {
				p.note("negatives repeated to fill groups of "+format, n-size(g))
			}
		}
		p.groupCounts = append(p.groupCounts, told)
		switch {
		case fate != ShortDrop || told.Short == 0:
			views = append(views, v)
		case len(kept) > 0:
			p.note("short groups left out of "+format, told.Short)
			views = append(views, newView(v.split, listed(kept), p.options, p.groupTexts))
		default:
			p.note("short groups left out of "+format, told.Short)
		}
	}
	return views
}

// width is how many negatives of a group a format of n writes, of which it repeats what is missing.
func (p *plan) width(g group, n int) int {
	if p.options.ShortGroup == ShortShrink {
		return g.different()
	}
	return n
}
