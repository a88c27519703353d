package bounds

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/axiomine/axiomine/internal/digraph"
)

// votes holds the preferences among a query's n candidates, in the order of the run. [a*n+b] is 1 if a
// is preferred over b, -1 if b is preferred over a, and 0 if neither is.
type votes struct {
	n      int
	values []int8
}

// reset clears the preferences and sets the number of candidates.
func (v *votes) reset(n int) {
	v.n = n
	v.values = slices.Grow(v.values[:0], n*n)[:n*n]
	clear(v.values)
}

func (v *votes) prefer(a, b int32) {
	v.values[int(a)*v.n+int(b)], v.values[int(b)*v.n+int(a)] = 1, -1
}

// row returns the preferences of a candidate over each of the others.
func (v *votes) row(a int32) []int8 { return v.values[int(a)*v.n:][:v.n] }

// countObeyed counts all preferences, and those that rank the preferred candidate higher in the order.
func (v *votes) countObeyed(order []int32) (numObeyed, all int) {
	for i, a := range order {
		row := v.row(a)
		for _, b := range order[i+1:] {
			if row[b] != 0 {
				all++
				if row[b] > 0 {
					numObeyed++
				}
			}
		}
	}
	return numObeyed, all
}

// all returns the candidates in the order of the run.
func (v *votes) all() []int32 {
	order := make([]int32, v.n)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}

// kwikSort returns the candidates in an order by the preferences. It is the rank aggregation of Ailon,
// Charikar and Newman (Aggregating inconsistent information, JACM 2008); Hagen et al. (CIKM 2016) and
// ir_axioms rerank by axioms with it. candidates are in the order of the run. One of them is drawn as
// pivot. Those preferred over the pivot go before it, those over which it is preferred go after it, and
// each side is sorted in the same way. Without a preference the order of the run decides. For a total
// order it is quicksort.
func (v *votes) kwikSort(candidates []int32, draw *rand.Rand) []int32 {
	order := slices.Clone(candidates)
	side := make([]int32, len(order))
	var sort func(part, room []int32)
	sort = func(part, room []int32) {
		for len(part) > 1 {
			p := draw.IntN(len(part))
			pivot, numBefore, numAfter := part[p], 0, 0
			row := v.row(pivot)
			for i, c := range part {
				switch {
				case i == p:
				case row[c] < 0 || row[c] == 0 && i < p:
					part[numBefore] = c // places up to i have been read
					numBefore++
				default:
					room[numAfter] = c
					numAfter++
				}
			}
			part[numBefore] = pivot
			copy(part[numBefore+1:], room[:numAfter])
			sort(part[:numBefore], room)
			part = part[numBefore+1:]
		}
	}
	sort(order, side)
	return order
}

// obey orders the candidates so that every preference outside a cycle is obeyed. Preferences contradict
// each other in a cycle, that is, within a strongly connected component; there kwikSort decides. The
// order is built from its end. The next component is the last one in the run among those that are
// preferred over no remaining one. A candidate is thus lifted just above the candidates that it is
// preferred over, and without preferences the run's order stays.
//
// Assume that all preferences are of relevant candidates over others. Then no other candidate overtakes
// a relevant one: it waits for nothing, so it is placed no later than a candidate that precedes it in
// the run. So no measure of binary relevance falls.
func (v *votes) obey(draw *rand.Rand) []int32 {
	component, members := v.components()
	waits := make([]int, len(members)) // by component: preferences of its candidates over remaining others
	for a := range int32(v.n) {
		for b, vote := range v.row(a) {
			if vote > 0 && component[a] != component[b] {
				waits[component[a]]++
			}
		}
	}
	left := make([]int32, len(members)) // remaining components, the last one in the run first
	for c := range left {
		left[c] = int32(c)
	}
	slices.SortFunc(left, func(c, d int32) int {
		return cmp.Compare(members[d][len(members[d])-1], members[c][len(members[c])-1])
	})
	order, end := make([]int32, v.n), v.n
	for len(left) > 0 {
		k := slices.IndexFunc(left, func(c int32) bool { return waits[c] == 0 })
		next := left[k]
		left = slices.Delete(left, k, k+1)
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

// components returns each candidate's strongly connected component of the preferences, and each
// component's members in the order of the run. Components are numbered by their first member.
func (v *votes) components() (component []int32, members [][]int32) {
	next := make([][]int32, v.n)
	for a := range next {
		for b, vote := range v.row(int32(a)) {
			if vote > 0 {
				next[a] = append(next[a], int32(b))
			}
		}
	}
	component = digraph.Components(next)
	for a, c := range component {
		if int(c) == len(members) {
			members = append(members, nil)
		}
		members[c] = append(members[c], int32(a))
	}
	return component, members
}
