package axioms

var and = &definition{
	spec: Spec{
		ID:      "and",
		Title:   "All query terms",
		Family:  "query aspects",
		Formula: "d1 holds every query term and d2 does not",
		Source:  "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, AND; after Zheng, Fang, ECIR 2010",
		Params:  lengthBound("none", "none"),
		Example: Example{
			Query: "red blood cells",
			Docs:  []string{"red and white blood cells", "blood cells"},
			Says:  "the first holds all three query terms, the second lacks red",
			Want:  []int{1},
		},
	},
	bind:    complete,
	explain: explainComplete,
}

// complete prefers the document that holds all query terms.
func complete(b *binding) Judge {
	all := int32(len(b.terms))
	return ranked(b, b.count, func(x *counts) standing {
		if x.held == all {
			return standing{number: 1}
		}
		return standing{}
	})
}

func explainComplete(t *trace) {
	lacks := func(d int) (terms []uint32) {
		for w, term := range t.terms {
			if t.counts[d].of[w] == 0 {
				terms = append(terms, term)
			}
		}
		return terms
	}
	t.prefer(func(d, e int) {
		mine, others := lacks(d), lacks(e)
		t.when(len(mine) == 0, "%s lacks no query term: %d%s", t.name(d), len(mine), t.listed(mine))
		t.when(len(others) > 0, "%s lacks a query term: %d%s", t.name(e), len(others), t.listed(others))
	})
}
