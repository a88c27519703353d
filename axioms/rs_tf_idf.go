package axioms

import (
	"github.com/axiomine/axiomine/axioms/weighting"
)

var rsTFIDF = &definition{
	spec: Spec{
		ID:      "rs-tf-idf",
		Title:   "Higher TF-IDF score",
		Family:  "retrieval scores",
		Formula: "sum over the query's tokens of c(t,d) ln(max(N,1) / max(df(t),1)); d1's > margin times d2's",
		Source:  "Klose, thesis 2021; as the versions of ORIG by model, Völske et al., ICTIR 2021, section 3.1",
		Params:  append(lengthBound("none", "none"), variants("voelske", "klose"), marginParam, spreadParam),
		Needs:   Needs{IDF: true},
		Example: Example{
			Query: "polar bear",
			Docs:  []string{"polar night", "bear market", "bear hug"},
			Says:  "each holds one query term, and polar is the rarer one",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){"klose": divideByLength},
	bind:     func(b *binding) Judge { return judgeByScore(b, weighting.TFIDF{}) },
	explain:  explainScores,
}
