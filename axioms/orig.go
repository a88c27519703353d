package axioms

var orig = &definition{
	spec: Spec{
		ID:            "orig",
		Title:         "Higher in the candidate run",
		Family:        "baselines",
		Formula:       "both stand in the run; rank(d1) < rank(d2)",
		Unconditional: "rank(d1) < rank(d2); neither where one is not in the run",
		Source:        "Hagen et al., CIKM 2016, ORIG; Völske et al., ICTIR 2021, section 3.1",
		Params:        lengthBound("none", "none"),
		Needs:         Needs{Ranks: true},
		Example: Example{
			Query: "any",
			Docs:  []string{"first", "second"},
			Ranks: []int{3, 7},
			Says:  "the run has the first document at rank 3, the second at 7",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		rank := mapDocs(func(d *Doc) int { return d.Rank })
		return judgeByNumber(b, rank, func(x *int) standing {
			if *x <= 0 {
				return standing{class: incomparable}
			}
			return standing{number: -float64(*x)}
		})
	},
	explain: func(t *trace) {
		for d := range 2 {
			t.need(t.input.Docs[d].Rank > 0, "%s stands in the run", t.name(d))
		}
		t.prefer(func(d, e int) {
			x, y := t.input.Docs[d].Rank, t.input.Docs[e].Rank
			t.when(x < y, "rank: %d < %d", x, y)
		})
	},
}
