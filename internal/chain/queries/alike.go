package queries

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
)

// near is the share of two queries' terms in common, a Jaccard coefficient, from which on they are nearly the same.
const near = 0.8

// alike knows sets of terms and tells whether one is near another. Two sets that share so much share one of the rarest terms of each: it
// looks a set up by these alone (prefix filtering; Chaudhuri, Ganti, Kaushik, ICDE 2006).
type alike struct {
	x      index.Reader
	sets   [][]uint32
	byTerm map[uint32][]int32 // the sets that have a term among their rarest
}

func newAlike(x index.Reader) *alike { return &alike{x: x, byTerm: map[uint32][]int32{}} }

// set returns the terms of a query, each once, the rarest first.
func (a *alike) set(terms []uint32) []uint32 {
	terms = slices.Clone(terms)
	slices.Sort(terms)
	terms = slices.Compact(terms)
	slices.SortStableFunc(terms, func(s, t uint32) int { return a.x.DocFreq(s) - a.x.DocFreq(t) })
	return terms
}

// rarest returns as many of a set's first terms as a near set must share one of.
func rarest(set []uint32) []uint32 {
	return set[:len(set)-int(math.Ceil(float64(near*float64(len(set)))-1e-9))+1]
}

// has reports whether a set near this one was added.
func (a *alike) has(set []uint32) bool {
	for _, t := range rarest(set) {
		for _, i := range a.byTerm[t] {
			if isNear(set, a.sets[i]) {
				return true
			}
		}
	}
	return false
}

func (a *alike) add(set []uint32) {
	for _, t := range rarest(set) {
		a.byTerm[t] = append(a.byTerm[t], int32(len(a.sets)))
	}
	a.sets = append(a.sets, set)
}

// isNear compares sets by what they share of what either has.
func isNear(a, b []uint32) bool {
	common := 0
	for _, t := range a {
		if slices.Contains(b, t) {
			common++
		}
	}
	return float64(common) >= float64(near*float64(len(a)+len(b)-common))-1e-9
}
