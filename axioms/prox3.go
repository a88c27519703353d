package axioms

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/place"
)

var prox3 = &definition{
	spec: Spec{
		ID:     "prox3",
		Title:  "The query as a phrase earlier",
		Family: "proximity",
		Formula: "both hold the same query terms, at least two; the whole query, in order, first stands earlier in d1 (never counts " +
			"as infinity)",
		Unconditional: "the whole query, in order, first stands earlier in d1 (never counts as infinity)",
		Source:        "Hagen et al., CIKM 2016, PROX3; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Ordered:       true,
		Params:        append(lengthBound("none", "none"), variants("hagen", "klose")),
		Needs:         Needs{Positions: true},
		Example: Example{
			Query: "green tea",
			Docs:  []string{"a cup of green tea", "tea is green"},
			Says:  "both hold green and tea, the first as a phrase",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){"klose": sameTermsAsPrinted},
	bind: func(b *binding) Judge {
		phrase := func(o []place.Occurrence, terms []uint32) float64 {
			for _, occ := range o {
				if rest := terms[occ.Offset:]; len(rest) >= len(b.tokens) && slices.Equal(rest[:len(b.tokens)], b.tokens) {
					return float64(occ.Offset)
				}
			}
			return math.Inf(1)
		}
		if b.unconditional() {
			return judgeByNumber(b, eachPlaced(b, func(hits []place.Occurrence, d *Doc) nearness {
				return nearness{comparable: true, number: phrase(hits, d.Terms)}
			}), nearStanding)
		}
		return judgeSameTerms(b, phrase)
	},
	explain: func(t *trace) { explainSameTerms(t, "first position of the whole query") },
}
