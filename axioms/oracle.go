package axioms

var oracle = &definition{
	spec: Spec{
		ID:      "oracle",
		Title:   "Higher judgement",
		Family:  "baselines",
		Formula: "grade(d1) > grade(d2), 0 where there is no judgement; for upper bounds, never for training data",
		Source:  "the judgements; Bondarenko et al., SIGIR 2022 (ir_axioms), ORACLE",
		Params:  lengthBound("none", "none"),
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
		grade := mapDocs(func(d *Doc) int { return d.Grade })
		return judgeByNumber(b, grade, func(x *int) standing { return standing{number: float64(*x)} })
	},
	explain: func(t *trace) {
		t.prefer(func(d, e int) {
			x, y := t.input.Docs[d].Grade, t.input.Docs[e].Grade
			t.when(x > y, "judgement: %d > %d", x, y)
		})
	},
}
