package axioms

var antiReg = &definition{
	spec: Spec{
		ID:      "anti-reg",
		Title:   "More of the query term that is least like the others",
		Family:  "query aspects",
		Formula: "t* = the distinct query term with the smallest summed similarity to the other ones; c(t*,d1) > c(t*,d2); tied terms must agree",
		Source:  "Klose, thesis 2021; as REG of Völske et al., ICTIR 2021, section 3.1 and table 1",
		Params:  append(lengthBound("none", "none"), variants("voelske", "klose"), similaritySource),
		Needs:   Needs{Similarity: true},
		Example: Example{
			Query:        "cat dog paris",
			Docs:         []string{"a cat in paris", "a dog"},
			Similarities: []termSimilarity{{"cat", "dog", 0.8}, {"dog", "paris", 0.2}, {"cat", "paris", 0.1}},
			Says:         "paris is least like the other query terms, and only the first holds it",
			Want:         []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.Formula = "t* = the distinct query term with the smallest summed similarity to the other ones, the first in a random order of tied " +
				"terms; c(t*,d1) > c(t*,d2)"
			s.Source = "Klose, thesis 2021, section 3.2.4: argmin is one term. Table 4.1 has .375 undecided, fewer than with tied terms that " +
				"must agree"
			s.drawOrder()
		},
	},
	bind:    func(b *binding) Judge { return preferCentral(b, -1) },
	explain: func(t *trace) { explainCentral(t, -1) },
}
