package axioms

import (
	"github.com/axiomine/axiomine/axioms/weighting"
)

var rsBM25 = &definition{
	spec: Spec{
		ID:      "rs-bm25",
		Title:   "Higher BM25 score",
		Family:  "retrieval scores",
		Formula: "sum over the query's tokens of ln(1 + (N - df + 0.5)/(df + 0.5)) c / (c + k1 (1 - b + b |d|/avgdl)); d1's > margin times d2's",
		Source:  "Robertson, Zaragoza 2009, eq. 3.15, without the factor k1 + 1; as an axiom Klose, thesis 2021",
		Params: append(lengthBound("none", "none"), marginParam, spreadParam,
			param{Name: "k1", Doc: "how slowly repeats saturate", Unit: "occurrences", Default: "0.9", Max: longest},
			param{Name: "b", Doc: "how much length counts", Unit: "share", Default: "0.4", Max: 1}),
		Needs: Needs{IDF: true},
		Example: Example{
			Query: "polar bear",
			Docs:  []string{"polar night", "bear market", "bear hug"},
			Says:  "each holds one query term, and polar is the rarer one",
			Want:  []int{1},
		},
	},
	bind:    func(b *binding) Judge { return judgeByScore(b, weighting.BM25{K1: b.number("k1"), B: b.number("b")}) },
	explain: explainScores,
}
