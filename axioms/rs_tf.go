package axioms

import (
	"github.com/axiomine/axiomine/axioms/weighting"
)

var rsTF = &definition{
	spec: Spec{
		ID:      "rs-tf",
		Title:   "More query tokens",
		Family:  "retrieval scores",
		Formula: "sum over the query's tokens of c(t,d); d1's > margin times d2's",
		Source:  "Klose, thesis 2021; as the versions of ORIG by model, Völske et al., ICTIR 2021, section 3.1",
		Params:  append(lengthBound("none", "none"), variants("voelske", "klose"), marginParam, spreadParam),
		Example: Example{
			Query: "polar bear",
			Docs:  []string{"polar bear meets bear", "polar night"},
			Says:  "the first holds three query tokens, the second one",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){"klose": divideByLength},
	bind:     func(b *binding) Judge { return b.judgeByScore(weighting.TF{}) },
	explain:  explainScores,
}
