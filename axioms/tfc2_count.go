package axioms

import (
	"cmp"
	"slices"
	"sort"
)

// level holds the documents with the same counts of every query term.
type level struct {
	first   int32   // one of them
	lengths []int32 // of all, rising
}

// Count adds the number of instances to steps, by Step of their lengths. Documents with the same
// counts make the same instances. So it looks up the middle of two groups of them and only counts
// lengths: for the longest document of an instance, how many documents of the other two groups are
// long enough for a step.
func (m *middles) Count(steps []int) {
	groups, byDouble := m.groupByCounts()
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
			for _, j := range byDouble[m.hash[a.first]+m.hash[c.first]] {
				b := &groups[j]
				switch few := len(a.lengths)*len(b.lengths)*len(c.lengths) <= maxListed; {
				case !m.isEven(int(a.first), int(b.first), int(c.first)):
				case few:
					m.listLengths(steps, a.lengths, b.lengths, c.lengths)
				default:
					m.countLengths(steps, a.lengths, b.lengths, c.lengths)
				}
			}
		}
	}
}

// groupByCounts puts documents into groups, and groups by twice their hash.
func (m *middles) groupByCounts() (groups []level, halves map[uint64][]int32) {
	order := make([]int32, len(m.counts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := &m.counts[i], &m.counts[j]
		return cmp.Or(cmp.Compare(m.hash[i], m.hash[j]), slices.Compare(a.freq, b.freq), cmp.Compare(a.length, b.length))
	})
	halves = make(map[uint64][]int32, len(order))
	for k, i := range order {
		if k == 0 || !slices.Equal(m.counts[i].freq, m.counts[order[k-1]].freq) {
			halves[2*m.hash[i]] = append(halves[2*m.hash[i]], int32(len(groups)))
			groups = append(groups, level{first: i})
		}
		last := &groups[len(groups)-1]
		last.lengths = append(last.lengths, m.counts[i].length)
	}
	return groups, halves
}

// maxListed is up to how many triples listing is faster than counting.
const maxListed = 64

// listLengths counts what countLengths counts, by listing every triple.
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

// countLengths counts the triples of one document of each group within the bound. Of equally long
// documents the one of the later group counts as the longest.
func (m *middles) countLengths(steps []int, groups ...[]int32) {
	for g, group := range groups {
		for _, longest := range group {
			minLength, _ := m.bound.interval(int(longest))
			previous := 0
			for step := range DeltaStarSteps {
				n := 1
				for other, lengths := range groups {
					if other == g {
						continue
					}
					limit := longest // shorter documents of a later group, and equally long ones of an earlier one
					if other < g {
						limit++
					}
					n *= countBetween(lengths, int32(max(minLength, shortestLength(step, int(longest)))), limit)
				}
				steps[step] += n - previous
				previous = n
			}
		}
	}
}

// shortestLength returns the smallest length that Step puts, beside the longest, at step or before.
func shortestLength(step, longest int) int {
	if step <= 10 {
		return (longest*(100-step) + 99) / 100
	}
	return (longest*(19-step) + 9) / 10
}

// countBetween returns how many of the rising lengths are in [low, high).
func countBetween(lengths []int32, low, high int32) int {
	index := func(x int32) int { return sort.Search(len(lengths), func(i int) bool { return lengths[i] >= x }) }
	return max(0, index(high)-index(low))
}
