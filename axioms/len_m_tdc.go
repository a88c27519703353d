package axioms

var lenMTDC = &definition{
	spec: Spec{
		ID:            "len-m-tdc",
		Title:         "More occurrences of the rarer query term at about the same length",
		Family:        "term frequency",
		Formula:       "| |d1| - |d2| | <= delta_star max(|d1|,|d2|), " + mtdcVotes,
		Unconditional: mtdcVotesAlone,
		Source:        "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), LEN-M-TDC",
		Weak:          true,
		Params:        lengthBound("none", "0.1"),
		Needs:         Needs{IDF: true},
		Example: Example{
			Query: "common quokka",
			Docs:  []string{"quokka quokka common", "common common quokka", "common sense"},
			Says:  "both hold three query tokens in three words, the first more of the rarer quokka",
			Want:  []int{1},
		},
	},
	bind:    judgeByVotes,
	explain: explainRarerVotes,
}
