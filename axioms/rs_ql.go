package axioms

import (
	"github.com/axiomine/axiomine/axioms/weighting"
)

var rsQL = &definition{
	spec: Spec{
		ID:      "rs-ql",
		Title:   "Higher query likelihood",
		Family:  "retrieval scores",
		Formula: "sum over the query's tokens that the collection holds of ln((c + mu cf(t)/cf) / (|d| + mu)); d1's > margin times d2's",
		Source:  "Zhai, Lafferty, TOIS 22(2) 2004, pp. 179-214, Dirichlet smoothing; as an axiom Klose, thesis 2021",
		Params: append(lengthBound("none", "none"), marginParam, spreadParam,
			param{Name: "mu", Doc: "how much the collection smooths a document", Unit: "words", Default: "1000", Min: 0.001, Max: longest}),
		Needs: Needs{IDF: true},
		Example: Example{
			Query: "polar bear",
			Docs:  []string{"polar bear", "bear market news"},
			Says:  "the first holds both query terms and is shorter",
			Want:  []int{1},
		},
	},
	bind:    func(b *binding) Judge { return judgeByScore(b, weighting.QL{Mu: b.number("mu")}) },
	explain: explainScores,
}
