package axioms

import "github.com/axiomine/axiomine/axioms/internal/place"

var prox2 = &definition{
	spec: Spec{
		ID:            "prox2",
		Title:         "Query terms earlier",
		Family:        "proximity",
		Formula:       "both hold the same query terms, at least two; the sum of their first positions is smaller in d1",
		Unconditional: "of the query terms that both hold, the sum of their first positions is smaller in d1",
		Source:        "Hagen et al., CIKM 2016, PROX2; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params:        append(lengthBound("none", "none"), variants("hagen", "klose")),
		Needs:         Needs{Positions: true},
		Example: Example{
			Query: "green tea",
			Docs:  []string{"green leaves of tea", "in china tea is green"},
			Says:  "green and tea first stand at 0 and 3 in the first, at 4 and 2 in the second",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){"klose": sameTermsAsPrinted},
	bind:     firstPlaces.bind,
	explain:  firstPlaces.explain,
}

// firstPlaces is prox2's number.
var firstPlaces = placeRule{"sum of first positions", 1, func(terms int) placeNumber {
	hasTerm := make([]bool, terms)
	return func(o []place.Occurrence, _ []uint32) float64 {
		sum := 0
		clear(hasTerm)
		for _, occ := range o {
			if !hasTerm[occ.Slot] {
				hasTerm[occ.Slot] = true
				sum += int(occ.Offset)
			}
		}
		return float64(sum)
	}
}}
