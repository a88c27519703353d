package axioms

var lenDiv = &definition{
	spec: Spec{
		ID:            "len-div",
		Title:         "More diverse at about the same length",
		Family:        "query aspects",
		Formula:       "| |d1| - |d2| | <= delta_star max(|d1|,|d2|); Jaccard(Q, terms(d1)) < Jaccard(Q, terms(d2))",
		Unconditional: "Jaccard(Q, terms(d1)) < Jaccard(Q, terms(d2))",
		Source:        "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), LEN-DIV",
		Params:        lengthBound("none", "0.1"),
		Example: Example{
			Query: "solar power",
			Docs:  []string{"solar power for homes", "solar power solar power"},
			Says:  "both have four words; two of the first's four terms are query terms, both of the second's",
			Want:  []int{1},
		},
	},
	bind:    preferDiverse,
	explain: explainDiverse,
}
