package axioms

import (
	"github.com/axiomine/axiomine/axioms/weighting"
)

var rsPL2 = &definition{
	spec: Spec{
		ID:     "rs-pl2",
		Title:  "Higher PL2 score",
		Family: "retrieval scores",
		Formula: "tfn = c log2(1 + c' avgdl/|d|) with c' the parameter c, lambda = cf(t)/N; sum over the query's tokens in d of " +
			"(tfn log2(1/lambda) + lambda log2(e) + 0.5 log2(2 pi tfn) + tfn (log2(tfn) - log2(e))) / (tfn + 1); d1's > margin times d2's",
		Source: "Amati, van Rijsbergen 2002, in the form of Terrier. As an axiom: Klose, thesis 2021, after Völske et al., ICTIR 2021, " +
			"sections 3.1 and 4.2",
		Params: append(lengthBound("none", "none"), marginParam, spreadParam,
			param{Name: "c", Doc: "how much length counts", Unit: "factor", Default: "1", Min: 0.001, Max: longest}),
		Needs: Needs{IDF: true},
		Example: Example{
			Query: "polar bear",
			Docs:  []string{"polar bear", "bear market", "night", "sun", "rain"},
			Says:  "the first holds a query term more than the second, and terms this rare add to the score",
			Want:  []int{1},
		},
	},
	bind:    func(b *binding) Judge { return judgeByScore(b, weighting.PL2{C: b.number("c")}) },
	explain: explainScores,
}
