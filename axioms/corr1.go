package axioms

import (
	"github.com/axiomine/axiomine/axioms/prose"
)

var corr1 = &definition{
	spec: Spec{
		ID:     "corr1",
		Title:  "More of its sentences cite",
		Family: "answers",
		Formula: "both hold a sentence; the share of sentences with a number in square brackets is larger in d1, and not ~margin_fraction " +
			"that of d2",
		Source: "ir_axioms 1.2.5, CORR1 (factual correctness of Gienapp et al., SIGIR 2024), as its documentation says. Its code prefers the " +
			"smaller share. Sentences are those of prose.Read, not spaCy's",
		Params: append(lengthBound("none", "none"), closenessParam("0.1")),
		Needs:  Needs{Sentences: true},
		Example: Example{
			Query: "whales",
			Docs:  []string{"Whales sing [1]. They eat krill [2].", "Whales sing [1]. They eat krill."},
			Says:  "both sentences of the first cite, one of the two of the second",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		margin := b.closeness()
		return judgeSentences(b, func(x, y *prose.Counts) Verdict {
			if x.Cited == 0 && y.Cited == 0 { // as in most texts
				return Neither
			}
			return margin.preferLarger(citationShare(x), citationShare(y))
		})
	},
	explain: func(t *trace) {
		explainSentences(t, citationShare, func(x, y *prose.Counts) {
			t.when(greater(citationShare(x), citationShare(y)), "sentences that cite: %d of %d > %d of %d", x.Cited, x.Count, y.Cited, y.Count)
		})
	},
}

// citationShare returns the share of the sentences that cite, and 0 where there is no sentence.
func citationShare(s *prose.Counts) float64 { return float64(s.Cited) / float64(max(s.Count, 1)) }
