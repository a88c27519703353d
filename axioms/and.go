package axioms

var and = &definition{
	spec: Spec{
		ID:      "and",
		Title:   "All query terms",
		Family:  "query aspects",
		Formula: "d1 holds every query term and d2 does not",
		Source:  "Klose, thesis 2021; after Wu, Fang, ECIR 2012, and Hagen et al., CIKM 2016, AND",
		Params:  lengthBound("none", "none"),
		Example: Example{
			Query: "red blood cells",
			Docs:  []string{"red and white blood cells", "blood cells"},
			Says:  "the first holds all three query terms, the second lacks red",
			Want:  []int{1},
		},
	},
	bind: complete,
}

// complete prefers the document that holds all query terms.
func complete(b *binding) Judge {
	all := int32(len(b.terms))
	return judge(b, b.count, func(x, y *counts) Verdict { return either(x.held == all, y.held == all) })
}
