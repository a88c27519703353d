package axioms

var orig = &definition{
	spec: Spec{
		ID:            "orig",
		Title:         "Higher in the candidate run",
		Formula:       "both stand in the run; rank(d1) < rank(d2)",
		Unconditional: "rank(d1) < rank(d2); neither where one is not in the run",
		Source:        "Hagen et al., CIKM 2016, ORIG; Völske et al., ICTIR 2021, section 3.1",
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
		return judgeStandings(b, mapDocs(func(d *Doc) standing {
			if d.Rank <= 0 {
				return standing{class: incomparable}
			}
			return standing{number: -float64(d.Rank)}
		}))
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

var oracle = &definition{
	spec: Spec{
		ID:      "oracle",
		Title:   "Higher judgement",
		Formula: "grade(d1) > grade(d2), 0 where there is no judgement; for upper bounds, never for training data",
		Source:  "the judgements; Bondarenko et al., SIGIR 2022 (ir_axioms), ORACLE",
		Needs:   Needs{Grades: true},
		Example: Example{
			Query:  "any",
			Docs:   []string{"first", "second"},
			Grades: []int{2, 1},
			Says:   "the first is judged 2, the second 1",
			Want:   []int{1},
		},
	},
	bind: func(b *binding) Judge {
		return judgeStandings(b, mapDocs(func(d *Doc) standing { return standing{number: float64(d.Grade)} }))
	},
	explain: func(t *trace) {
		t.prefer(func(d, e int) {
			x, y := t.input.Docs[d].Grade, t.input.Docs[e].Grade
			t.when(x > y, "judgement: %d > %d", x, y)
		})
	},
}
