package axioms

var lenAnd = &definition{
	spec: Spec{
		ID:            "len-and",
		Title:         "All query terms at about the same length",
		Family:        "query aspects",
		Formula:       "| |d1| - |d2| | <= delta_star max(|d1|,|d2|); d1 holds every query term and d2 does not",
		Unconditional: "d1 holds every query term and d2 does not",
		Source:        "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), LEN-AND",
		Params:        lengthBound("none", "0.1"),
		Example: Example{
			Query: "red blood cells",
			Docs:  []string{"red blood cells", "white blood cells"},
			Says:  "both have three words; the first holds all three query terms, the second lacks red",
			Want:  []int{1},
		},
	},
	bind:    preferComplete,
	explain: explainComplete,
}
