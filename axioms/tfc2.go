package axioms

import "slices"

var tfc2 = &definition{
	spec: Spec{
		ID:     "tfc2",
		Title:  "Each further occurrence adds less",
		Family: "term frequency",
		Formula: "sum(d3) > sum(d2) > sum(d1) > 0 over Q, and c(w,d2) - c(w,d1) = c(w,d3) - c(w,d2) for all w in Q; " +
			"fulfilled iff S(d2) - S(d1) > S(d3) - S(d2)",
		Source: "Rennings, thesis 2019, eq. 3.6; after Fang, Tao, Zhai 2004, TFC2",
		Params: lengthBound("none", "none"),
		Example: Example{
			Query: "whale",
			Docs:  []string{"whale in the sea", "whale meets whale again", "whale whale whale there"},
			Says:  "the documents hold the query term once, twice and three times",
			Want:  []int{0, 1, 2},
		},
	},
	bindTriple: func(b *binding) TripleJudge { return &middles{bag: b.bag, bound: b.bound} },
	explain: func(t *trace) {
		order := []int{0, 1, 2}
		slices.SortStableFunc(order, func(i, j int) int { return int(t.counts[i].sum - t.counts[j].sum) })
		a, b, c := &t.counts[order[0]], &t.counts[order[1]], &t.counts[order[2]]
		names := t.name(order[0]) + ", " + t.name(order[1]) + ", " + t.name(order[2])
		t.require(c.sum > b.sum && b.sum > a.sum && a.sum > 0, "all query terms in %s: 0 < %d < %d < %d", names, a.sum, b.sum, c.sum)
		for w := range a.freq {
			t.require(b.freq[w]-a.freq[w] == c.freq[w]-b.freq[w], "c(%s) in %s rises evenly: %d, %d, %d",
				t.term(w), names, a.freq[w], b.freq[w], c.freq[w])
		}
	},
}

// middles is the judge of tfc2. For two documents it looks up the documents whose counts are
// halfway between theirs. The work is quadratic in the number of documents and linear in the number
// of instances.
type middles struct {
	bag      *bag
	bound    lengthRange
	counts   []counts
	hash     []uint64           // by document: a sum over the terms of count * multiplier
	byDouble map[uint64][]int32 // documents by twice their hash
}

func (m *middles) Load(docs []Doc) {
	m.counts = m.bag.count(docs, m.counts)
	m.hash = m.hash[:0]
	m.byDouble = make(map[uint64][]int32, len(docs))
	for i := range m.counts {
		hash := uint64(0)
		for w, n := range m.counts[i].freq {
			hash += uint64(n) * multiplier(w)
		}
		m.hash = append(m.hash, hash)
		m.byDouble[2*hash] = append(m.byDouble[2*hash], int32(i))
	}
}

// multiplier returns splitmix64's finaliser of the w-th multiple of the golden ratio (Steele, Lea,
// Flood 2014).
func multiplier(w int) uint64 {
	x := uint64(w+1) * 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Each finds j for (i, k) by its hash. The hash is linear in the counts, so twice the hash of the
// middle is the sum of the two other hashes.
func (m *middles) Each(yield func(i, j, k int) bool) {
	for i := range m.counts {
		if m.counts[i].sum == 0 {
			continue
		}
		for k := range m.counts {
			if m.counts[k].sum <= m.counts[i].sum {
				continue
			}
			for _, j := range m.byDouble[m.hash[i]+m.hash[k]] {
				if m.isInstance(i, int(j), k) && !yield(i, int(j), k) {
					return
				}
			}
		}
	}
}

// isInstance reports whether three documents fulfil the definition.
func (m *middles) isInstance(i, j, k int) bool {
	a, b, c := &m.counts[i], &m.counts[j], &m.counts[k]
	if !(c.sum > b.sum && b.sum > a.sum && a.sum > 0) {
		return false
	}
	for w := range a.freq {
		if b.freq[w]-a.freq[w] != c.freq[w]-b.freq[w] {
			return false
		}
	}
	return m.bound.Holds(int(a.length), int(b.length), int(c.length))
}
