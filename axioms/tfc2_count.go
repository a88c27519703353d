package axioms

import (
	"cmp"
	"slices"
	"sort"
)

// level are the documents with the same counts of every query term.
type level struct {
	first   int32   // one of them
	lengths []int32 // of all, rising
}

// Count adds the number of instances to steps, by Step of their lengths. Documents with the same counts make the same
// instances, so it looks up the middle of two groups of them and only counts the lengths: for the longest document of an
// instance, how many of the other two groups are long enough for a step.
func (m *middles) Count(steps []int) {
	groups, halves := m.levels()
	for i := range groups {
		a := &groups[i]
		if m.counts[a.first].sum == 0 {
			continue
		}
		for k := range groups {
			c := &groups[k]
			if m.counts[c.first].sum <= m.counts[a.first].sum {
				continue
			}
			for _, j := range halves[m.hash[a.first]+m.hash[c.first]] {
				b := &groups[j]
				switch few := len(a.lengths)*len(b.lengths)*len(c.lengths) <= listedTriples; {
				case !m.even(int(a.first), int(b.first), int(c.first)):
				case few:
					m.listLengths(steps, a.lengths, b.lengths, c.lengths)
				default:
					m.countLengths(steps, a.lengths, b.lengths, c.lengths)
				}
			}
		}
	}
}

// levels puts documents into groups, and groups by twice their hash.
func (m *middles) levels() (groups []level, halves map[uint64][]int32) {
	order := make([]int32, len(m.counts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := &m.counts[i], &m.counts[j]
		return cmp.Or(cmp.Compare(m.hash[i], m.hash[j]), slices.Compare(a.of, b.of), cmp.Compare(a.length, b.length))
	})
	halves = make(map[uint64][]int32, len(order))
	for at, i := range order {
		if at == 0 || !slices.Equal(m.counts[i].of, m.counts[order[at-1]].of) {
			halves[2*m.hash[i]] = append(halves[2*m.hash[i]], int32(len(groups)))
			groups = append(groups, level{first: i})
		}
		last := &groups[len(groups)-1]
		last.lengths = append(last.lengths, m.counts[i].length)
	}
	return groups, halves
}

// listedTriples are so few that to go through them is faster.
const listedTriples = 64

// listLengths is countLengths, one triple after the other.
func (m *middles) listLengths(steps []int, a, b, c []int32) {
	for _, x := range a {
		for _, y := range b {
			for _, z := range c {
				if m.bound.Holds(int(x), int(y), int(z)) {
					steps[Step(int(x), int(y), int(z))]++
				}
			}
		}
	}
}

// countLengths counts the triples of one document of each group within the bound. Of equally long documents the one of the
// later group counts as the longest.
func (m *middles) countLengths(steps []int, groups ...[]int32) {
	for g, group := range groups {
		for _, longest := range group {
			atLeast, _ := m.bound.interval(int(longest))
			before := 0
			for step := range DeltaStarSteps {
				n := 1
				for other, lengths := range groups {
					if other == g {
						continue
					}
					below := longest // shorter documents of a later group, and equally long ones of an earlier one
					if other < g {
						below++
					}
					n *= between(lengths, int32(max(atLeast, shortest(step, int(longest)))), below)
				}
				steps[step] += n - before
				before = n
			}
		}
	}
}

// shortest is the least length that Step puts, beside the longest, at step or before.
func shortest(step, longest int) int {
	if step <= 10 {
		return (longest*(100-step) + 99) / 100
	}
	return (longest*(19-step) + 9) / 10
}

// between is how many of the rising lengths lie in [low, high).
func between(lengths []int32, low, high int32) int {
	at := func(x int32) int { return sort.Search(len(lengths), func(i int) bool { return lengths[i] >= x }) }
	return max(0, at(high)-at(low))
}
