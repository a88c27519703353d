package axioms

import (
	"github.com/axiomine/axiomine/axioms/prose"
)

var coh1 = &definition{
	spec: Spec{
		ID:     "coh1",
		Title:  "Words as long in one sentence as in the next",
		Family: "answers",
		Formula: "both hold a sentence; the standard deviation, over the sentences, of the mean length of their words in characters is smaller " +
			"in d1, and not ~margin_fraction that of d2",
		Source: "ir_axioms 1.2.5, COH1 (stylistic coherence of Gienapp et al., SIGIR 2024). Sentences and words are those of " +
			"prose.Read, not spaCy's; a sentence without a word is none",
		Params: append(lengthBound("none", "none"), closenessParam("0")),
		Needs:  Needs{Sentences: true},
		Example: Example{
			Query: "whales",
			Docs:  []string{"Whales sing songs. Seals bark aloud.", "We go. Oceanographers investigated cetaceans."},
			Says:  "words have a mean length of 5 in both sentences of the first, of 2 and 12 in the second",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		margin := b.closeness()
		return judgeSentences(b, func(x, y *prose.Counts) Verdict { return margin.preferLarger(y.Spread, x.Spread) })
	},
	explain: func(t *trace) {
		explainSentences(t, func(x *prose.Counts) float64 { return x.Spread }, func(x, y *prose.Counts) {
			t.when(greater(y.Spread, x.Spread), "standard deviation of the sentences' mean word lengths: %s < %s", decimal(x.Spread),
				decimal(y.Spread))
		})
	},
}
