package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/place"
)

var aspectReg = &definition{
	spec: Spec{
		ID:     "aspect-reg",
		Title:  "More of the query's aspects",
		Family: "query aspects",
		Formula: "all query terms within 10 % idf of each other; distinct query terms whose similarity exceeds the mean over all " +
			"ordered pairs (each with itself included) are linked, connected ones are an aspect; d1 holds terms of more aspects",
		Unconditional: "distinct query terms whose similarity exceeds the mean over all ordered pairs (each with itself included) are " +
			"linked, connected ones are an aspect; d1 holds terms of more aspects",
		Source: "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), ASPECT-REG; after Zheng, Fang, ECIR 2010",
		Params: append(lengthBound("none", "none"), similaritySource),
		Needs:  Needs{IDF: true, Similarity: true},
		Example: Example{
			Query:        "cat dog paris",
			Docs:         []string{"cat in paris", "cat and dog", "dog in paris"},
			Similarities: []termSimilarity{{"cat", "dog", 0.9}},
			Says:         "cat and dog are one aspect, paris another; the first covers both, the second one; each term is in two documents",
			Want:         []int{1},
		},
	},
	bind: func(b *binding) Judge {
		idf := b.idf()
		for s := range idf {
			for t := range s {
				if !isClose(0.1, idf[s], idf[t]) && !b.unconditional() {
					nothing := mapDocs(func(*Doc) struct{} { return struct{}{} })
					return judgeByNumber(b, nothing, func(*struct{}) standing { return standing{class: incomparable} })
				}
			}
		}
		aspect := b.similarities().aspects()
		isCovered := make([]bool, len(aspect))
		return judgeByNumber(b, eachPlaced(b, func(hits []place.Occurrence, _ *Doc) int {
			clear(isCovered)
			n := 0
			for _, o := range hits {
				if a := aspect[o.Slot]; !isCovered[a] {
					isCovered[a] = true
					n++
				}
			}
			return n
		}), func(x *int) standing { return standing{number: float64(*x)} })
	},
	explain: func(t *trace) {
		idf := t.idf()
		for s := range idf {
			for r := range s {
				t.require(isClose(0.1, idf[r], idf[s]), "idf(%s) = %s ~10%% idf(%s) = %s", t.term(r), decimal(idf[r]), t.term(s), decimal(idf[s]))
			}
		}
		similar := t.similarities()
		similar.note(t)
		if similar.source != nil {
			t.fact("more than the mean similarity, %s, links two terms", decimal(similar.mean()))
		}
		aspects := map[int][]uint32{}
		for s, a := range similar.aspects() {
			aspects[a] = append(aspects[a], t.terms[s])
		}
		for a := range t.terms {
			if len(aspects[a]) > 0 {
				t.fact("an aspect of %s%s", countNoun(len(aspects[a]), "term"), t.input.list(aspects[a]))
			}
		}
		numAspects := [2]int{}
		for d := range numAspects {
			for _, members := range aspects {
				if slices.ContainsFunc(members, func(term uint32) bool { return t.counts[d].freq[t.slot(term)] > 0 }) {
					numAspects[d]++
				}
			}
		}
		t.prefer(func(d, e int) {
			t.when(numAspects[d] > numAspects[e], "aspects: %d > %d", numAspects[d], numAspects[e])
		})
	},
}

// mean returns the mean over all ordered pairs of distinct query terms that the source does not
// leave out, each term with itself included. It returns 0 where there is no pair.
func (s similarities) mean() float64 {
	sum, pairs := 0.0, 0
	for i := range s.terms {
		for j := range s.terms {
			if sim, ok := s.sim(i, j); ok {
				sum += sim
				pairs++
			}
		}
	}
	return sum / float64(max(pairs, 1))
}

// aspects returns for each query term the slot of the first term of its aspect.
func (s similarities) aspects() []int {
	aspect := make([]int, len(s.terms))
	for slot := range aspect {
		aspect[slot] = slot
	}
	mean := s.mean()
	for j := range s.terms {
		for i := range j {
			sim, ok := s.sim(j, i)
			back, _ := s.sim(i, j) // WordNet's may differ; the order of the query must not matter
			if !ok || !greater(max(sim, back), mean) {
				continue
			}
			src, dst := max(aspect[j], aspect[i]), min(aspect[j], aspect[i])
			for r := range aspect {
				if aspect[r] == src {
					aspect[r] = dst
				}
			}
		}
	}
	return aspect
}
