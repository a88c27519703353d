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
	bind:    preferComplete,
	explain: explainComplete,
}

// preferComplete prefers the document that holds all query terms.
func preferComplete(b *binding) Judge {
	all := int32(len(b.terms))
	return judgeByNumber(b, b.count, func(x *counts) standing {
		if x.numDistinct == all {
			return standing{number: 1}
		}
		return standing{}
	})
}

func explainComplete(t *trace) {
	missingTerms := func(d int) (terms []uint32) {
		for w, term := range t.terms {
			if t.counts[d].freq[w] == 0 {
				terms = append(terms, term)
			}
		}
		return terms
	}
	t.prefer(func(d, e int) {
		lackD, lackE := missingTerms(d), missingTerms(e)
		t.when(len(lackD) == 0, "%s lacks no query term: %d%s", t.name(d), len(lackD), t.input.list(lackD))
		t.when(len(lackE) > 0, "%s lacks a query term: %d%s", t.name(e), len(lackE), t.input.list(lackE))
	})
}
