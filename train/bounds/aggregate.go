package bounds

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// votes are the preferences among a query's n candidates, in the order of the run: at [a*n+b] 1 where a is preferred over b,
// -1 where b is preferred over a, 0 where neither is.
type votes struct {
	n  int
	of []int8
}

// reset leaves no preference among n candidates.
func (v *votes) reset(n int) {
	v.n = n
	v.of = slices.Grow(v.of[:0], n*n)[:n*n]
	clear(v.of)
}

func (v *votes) prefer(a, b int32) {
	v.of[int(a)*v.n+int(b)], v.of[int(b)*v.n+int(a)] = 1, -1
}

// row are the preferences of a candidate over each of the others.
func (v *votes) row(a int32) []int8 { return v.of[int(a)*v.n:][:v.n] }

// obeyed counts the preferences, and those whose preferred candidate stands first in the order.
func (v *votes) obeyed(order []int32) (obeyed, all int) {
	for i, a := range order {
		row := v.row(a)
		for _, b := range order[i+1:] {
			if row[b] != 0 {
				all++
				if row[b] > 0 {
					obeyed++
				}
			}
		}
	}
	return obeyed, all
}

// all lists the candidates in the order of the run.
func (v *votes) all() []int32 {
	order := make([]int32, v.n)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}

// kwikSort is the rank aggregation of Ailon, Charikar and Newman (Aggregating inconsistent information, JACM 2008), with which
// Hagen et al. (CIKM 2016) and ir_axioms rerank by axioms: of the candidates, which stand in the order of the run, one is drawn
// as pivot; those that are preferred over it go before it, those over which it is preferred behind, and each side is sorted
// likewise. Where neither is preferred the order of the run decides. Of a total order it is quicksort.
func (v *votes) kwikSort(candidates []int32, draw *rand.Rand) []int32 {
	order := slices.Clone(candidates)
	side := make([]int32, len(order))
	var sort func(part, room []int32)
	sort = func(part, room []int32) {
		for len(part) > 1 {
			at := draw.IntN(len(part))
			pivot, before, behind := part[at], 0, 0
			row := v.row(pivot)
			for i, c := range part {
				switch {
				case i == at:
				case row[c] < 0 || row[c] == 0 && i < at:
					part[before] = c // no place ahead of i is needed again
					before++
				default:
					room[behind] = c
					behind++
				}
			}
			part[before] = pivot
			copy(part[before+1:], room[:behind])
			sort(part[:before], room)
			part = part[before+1:]
		}
	}
	sort(order, side)
	return order
}

// obey orders the candidates so that every preference that contradicts no other one is obeyed. Preferences contradict each
// other where they lead in a circle, that is within a strongly connected component; there kwikSort decides. The order is made
// from its end: of the components that are preferred over nothing that is left, the one that the run has last comes there. So
// a candidate is lifted to where what it is preferred over stands, and where nothing is preferred, the run's order stays.
//
// Where all preferences are of relevant candidates over others, no other candidate overtakes a relevant one: it waits for
// nothing, so it is taken from the end no later than one that the run has ahead of it. So no measure of binary relevance falls.
func (v *votes) obey(draw *rand.Rand) []int32 {
	component, members := v.components()
	waits := make([]int, len(members)) // by component: preferences of its candidates over others that are left
	for a := range int32(v.n) {
		for b, vote := range v.row(a) {
			if vote > 0 && component[a] != component[b] {
				waits[component[a]]++
			}
		}
	}
	left := make([]int32, len(members)) // components, the one that the run has last first
	for c := range left {
		left[c] = int32(c)
	}
	slices.SortFunc(left, func(c, d int32) int {
		return cmp.Compare(members[d][len(members[d])-1], members[c][len(members[c])-1])
	})
	order, end := make([]int32, v.n), v.n
	for len(left) > 0 {
		at := slices.IndexFunc(left, func(c int32) bool { return waits[c] == 0 })
		next := left[at]
		left = slices.Delete(left, at, at+1)
		block := members[next]
		if len(block) > 1 {
			block = v.kwikSort(block, draw)
		}
		for _, b := range block {
			for a, vote := range v.row(b) {
				if vote < 0 && component[a] != next {
					waits[component[a]]--
				}
			}
		}
		end -= len(block)
		copy(order[end:], block)
	}
	return order
}

// components gives each candidate its strongly connected component of the preferences, and each component its members in the
// order of the run. Components are numbered by their first member (Tarjan 1972).
func (v *votes) components() (component []int32, members [][]int32) {
	const open = -1
	index, low := make([]int32, v.n), make([]int32, v.n) // index counts from 1; 0 is not yet met
	root := make([]int32, v.n)                           // by candidate: one that stands for its component; open until that is complete
	var stack []int32
	met := int32(0)
	var visit func(a int32)
	visit = func(a int32) {
		met++
		index[a], low[a], root[a] = met, met, open
		stack = append(stack, a)
		for b, vote := range v.row(a) {
			if vote <= 0 {
				continue
			}
			if index[b] == 0 {
				visit(int32(b))
				low[a] = min(low[a], low[b])
			} else if root[b] == open {
				low[a] = min(low[a], index[b])
			}
		}
		if low[a] != index[a] {
			return
		}
		for {
			b := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			root[b] = a
			if b == a {
				return
			}
		}
	}
	component = make([]int32, v.n)
	number := map[int32]int32{}
	for a := range int32(v.n) {
		if index[a] == 0 {
			visit(a)
		}
		c, known := number[root[a]]
		if !known {
			c = int32(len(members))
			number[root[a]] = c
			members = append(members, nil)
		}
		component[a] = c
		members[c] = append(members[c], a)
	}
	return component, members
}
