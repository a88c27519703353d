package family

import "github.com/axiomine/axiomine/axioms/internal/rule"

// orig and oracle are baselines: they prefer as the candidate run and the judgements do.
var orig = &rule.Definition{
	Spec: rule.Spec{
		ID:            "orig",
		Title:         "Higher in the candidate run",
		Formula:       "both stand in the run; rank(d1) < rank(d2)",
		Unconditional: "rank(d1) < rank(d2); neither where one is not in the run",
		Source:        "Hagen et al., CIKM 2016, ORIG; Völske et al., ICTIR 2021, section 3.1",
		Needs:         rule.Needs{Ranks: true},
		Example: rule.Example{
			Query: "any",
			Docs:  []string{"first", "second"},
			Ranks: []int{3, 7},
			Says:  "the run has the first document at rank 3, the second at 7",
			Want:  []int{1},
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		return rule.JudgeStandings(b, rule.MapDocs(func(d *rule.Doc) rule.Standing {
			if d.Rank <= 0 {
				return rule.Standing{Class: rule.Incomparable}
			}
			return rule.Standing{Number: -float64(d.Rank)}
		}))
	},
	Explain: func(t *rule.Trace) {
		for d := range 2 {
			t.Need(t.Input.Docs[d].Rank > 0, "%s stands in the run", t.Name(d))
		}
		t.Prefer(func(d, e int) {
			x, y := t.Input.Docs[d].Rank, t.Input.Docs[e].Rank
			t.When(x < y, "rank: %d < %d", x, y)
		})
	},
}

var oracle = &rule.Definition{
	Spec: rule.Spec{
		ID:      "oracle",
		Title:   "Higher judgement",
		Formula: "grade(d1) > grade(d2), 0 where there is no judgement; for upper bounds, never for training data",
		Source:  "the judgements; Bondarenko et al., SIGIR 2022 (ir_axioms), ORACLE",
		Needs:   rule.Needs{Grades: true},
		Example: rule.Example{
			Query:  "any",
			Docs:   []string{"first", "second"},
			Grades: []int{2, 1},
			Says:   "the first is judged 2, the second 1",
			Want:   []int{1},
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		return rule.JudgeStandings(b, rule.MapDocs(func(d *rule.Doc) rule.Standing { return rule.Standing{Number: float64(d.Grade)} }))
	},
	Explain: func(t *rule.Trace) {
		t.Prefer(func(d, e int) {
			x, y := t.Input.Docs[d].Grade, t.Input.Docs[e].Grade
			t.When(x > y, "judgement: %d > %d", x, y)
		})
	},
}
