package axioms

import (
	"strings"

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
	bind:     func(b *binding) Judge { return judgeByScore(b, weighting.TF{}) },
	explain:  explainScores,
}

// divideByLength changes the spec of rs-tf and rs-tf-idf to Klose's reading: the document's length
// divides the score.
func divideByLength(s *Spec) {
	s.Formula = "(" + strings.Replace(s.Formula, "; d1's", ") / |d|; d1's", 1)
	s.Source = "Klose, thesis 2021, section 3.2.6: table 3.1 has the document's length implied in the score, and table 4.1 few ties"
	s.Example = Example{
		Query: "polar bear",
		Docs:  []string{"polar bear", "polar bear at night", "a bear"},
		Says:  "both hold each query term once, and the first is shorter",
		Want:  []int{1},
	}
}
