package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/place"
)

var prox1 = &definition{
	spec: Spec{
		ID:     "prox1",
		Title:  "Query terms closer together on average",
		Family: "proximity",
		Formula: "both hold the same query terms, at least two; the mean over pairs of these terms of the mean number of words " +
			"between all their occurrences is smaller in d1",
		Unconditional: "of the query terms that both hold, the mean over pairs of these terms of the mean number of words between all their " +
			"occurrences is smaller in d1; neither where they hold fewer than two in common",
		Source: "Hagen et al., CIKM 2016, PROX1; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params: lengthBound("none", "none"),
		Needs:  Needs{Positions: true},
		Example: Example{
			Query: "green tea",
			Docs:  []string{"a green tea", "green is the tea"},
			Says:  "no word stands between green and tea in the first, two in the second",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		near := b.meanGap()
		if b.unconditional() {
			return amongShared(b, 2, ofShared(near), smaller)
		}
		return b.sameTerms(near)
	},
	explain: func(t *trace) {
		const what = "mean number of words between query terms"
		if t.unconditional() {
			t.sharedCloser(2, what, ofShared(t.meanGap()))
			return
		}
		t.same(what)
	},
}

// meanGap gives prox1's number from a document's occurrences.
func (b *binding) meanGap() func(o []place.Occurrence, terms []uint32) float64 {
	return (&gaps{place: make([]int32, len(b.terms))}).mean
}

// gaps computes prox1's number in one pass: a new occurrence at p is sum(p - q) = n p - sum(q) away from the n earlier
// occurrences q of another term.
type gaps struct {
	place []int32 // by slot: the term's place among those of the document, counted from 1; 0 where it is not in it
	slots []int32 // of the document's terms, in the order of their first occurrence
	count []int64 // by place: occurrences so far
	sum   []int64 // by place: the sum of their offsets
	total []int64 // by pair of places: the sum of distances
}

func (g *gaps) mean(o []place.Occurrence, _ []uint32) float64 {
	g.slots = g.slots[:0]
	for _, at := range o {
		if g.place[at.Slot] == 0 {
			g.slots = append(g.slots, at.Slot)
			g.place[at.Slot] = int32(len(g.slots))
		}
	}
	n := len(g.slots)
	g.count, g.sum, g.total = zeros(g.count, n), zeros(g.sum, n), zeros(g.total, n*n)
	for _, at := range o {
		t, p := int(g.place[at.Slot])-1, int64(at.At)
		for s := range n {
			if s != t {
				distance := g.count[s]*p - g.sum[s]
				g.total[s*n+t] += distance
			}
		}
		g.count[t]++
		g.sum[t] += p
	}
	mean := 0.0
	for s := range n {
		for t := range s {
			mean += float64(g.total[s*n+t]+g.total[t*n+s])/float64(g.count[s]*g.count[t]) - 1
		}
	}
	for _, slot := range g.slots {
		g.place[slot] = 0
	}
	return mean / float64(n*(n-1)/2)
}

// zeros gives n zeros in old's memory, if they fit.
func zeros(old []int64, n int) []int64 {
	all := slices.Grow(old[:0], n)[:n]
	clear(all)
	return all
}
