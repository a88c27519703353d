package axioms

var lenMAnd = &definition{
	spec: Spec{
		ID:            "len-m-and",
		Title:         "More of the distinct query terms at about the same length",
		Family:        "query aspects",
		Formula:       "| |d1| - |d2| | <= delta_star max(|d1|,|d2|); |Q ∩ d1| > |Q ∩ d2|",
		Unconditional: "|Q ∩ d1| > |Q ∩ d2|",
		Source:        "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), LEN-M-AND",
		Params:        lengthBound("none", "0.1"),
		Example: Example{
			Query: "red blood cells",
			Docs:  []string{"blood and cells", "cells in cells"},
			Says:  "both have three words, and the first holds two of the three query terms, the second one",
			Want:  []int{1},
		},
	},
	bind:    mand.bind,
	explain: explainMore,
}
