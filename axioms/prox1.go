package axioms

import (
	"slices"
	"strings"

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
		Params: append(lengthBound("none", "none"), variants("hagen", "klose")),
		Needs:  Needs{Positions: true},
		Example: Example{
			Query: "green tea",
			Docs:  []string{"a green tea", "green is the tea"},
			Says:  "no word stands between green and tea in the first, two in the second",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){"klose": sameTermsAsPrinted},
	bind:     meanGap.bind,
	explain:  meanGap.explain,
}

// meanGap is prox1's number.
var meanGap = placeRule{"mean number of words between query terms", 2, func(terms int) placeNumber {
	return (&gaps{index: make([]int32, terms)}).mean
}}

// gaps computes prox1's number in one pass. A new occurrence at p is sum(p - q) = n p - sum(q) away
// from the n earlier occurrences q of another term.
type gaps struct {
	index []int32 // by slot: the term's index among the document's terms, from 1; 0 where the document lacks it
	slots []int32 // of the document's terms, in the order of their first occurrence
	count []int64 // by index: occurrences so far
	sum   []int64 // by index: the sum of their offsets
	total []int64 // by pair of indexes: the sum of distances
}

func (g *gaps) mean(o []place.Occurrence, _ []uint32) float64 {
	g.slots = g.slots[:0]
	for _, occ := range o {
		if g.index[occ.Slot] == 0 {
			g.slots = append(g.slots, occ.Slot)
			g.index[occ.Slot] = int32(len(g.slots))
		}
	}
	n := len(g.slots)
	g.count, g.sum, g.total = zeros(g.count, n), zeros(g.sum, n), zeros(g.total, n*n)
	for _, occ := range o {
		t, p := int(g.index[occ.Slot])-1, int64(occ.Offset)
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
		g.index[slot] = 0
	}
	return mean / float64(max(n*(n-1)/2, 1)) // 0 for a single term
}

// zeros returns n zeros, in old's memory where they fit.
func zeros(old []int64, n int) []int64 {
	all := slices.Grow(old[:0], n)[:n]
	clear(all)
	return all
}

// sameTermsAsPrinted changes the spec of prox1 to prox3 to Klose's reading.
func sameTermsAsPrinted(s *Spec) {
	s.Formula = strings.Replace(s.Formula, "the same query terms, at least two;", "the same query terms, and the query has at least two;", 1)
	s.Source = "Klose, thesis 2021, section 3.2.5, as printed: documents with a single query term, the same one, are compared " +
		"too. Table 4.1 agrees: for prox1 they are most of its .129 undecided"
}
