package axioms

var mand = &definition{
	spec: Spec{
		ID:      "m-and",
		Title:   "More of the distinct query terms",
		Family:  "query aspects",
		Formula: "|Q ∩ d1| > |Q ∩ d2|",
		Source: "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), M-AND; after AND of Völske et al., ICTIR 2021, section 3.1 " +
			"and table 1",
		Params: lengthBound("none", "none"),
		Example: Example{
			Query: "red blood cells",
			Docs:  []string{"blood cells", "cells in cells"},
			Says:  "the first holds two of the three query terms, the second one",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		return judgeByNumber(b, b.count, func(x *counts) standing { return standing{number: float64(x.numDistinct)} })
	},
	explain: explainMore,
}

func explainMore(t *trace) {
	t.prefer(func(d, e int) {
		x, y := t.counts[d].numDistinct, t.counts[e].numDistinct
		t.when(x > y, "distinct query terms held: %d > %d", x, y)
	})
}
