package axioms

import "slices"

var div = &definition{
	spec: Spec{
		ID:      "div",
		Title:   "More diverse: fewer of its terms are the query's",
		Family:  "query aspects",
		Formula: "Jaccard(Q, terms(d1)) < Jaccard(Q, terms(d2))",
		Source:  "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, DIV; after Gollapudi, Sharma, WWW 2009",
		Params:  lengthBound("none", "none"),
		Example: Example{
			Query: "solar power",
			Docs:  []string{"solar power for homes", "solar power"},
			Says:  "two of the first's four terms are query terms, both of the second's",
			Want:  []int{1},
		},
	},
	bind:    diverse,
	explain: explainDiverse,
}

// diverse prefers the document whose set of terms is less like the query's.
func diverse(b *binding) Judge {
	distinct := b.distinctTerms()
	var counted []counts
	features := func(docs []Doc, old []scored) []scored {
		counted = b.count(docs, counted)
		loaded, terms := slices.Grow(old[:0], len(docs)), distinct(docs)
		for i, c := range counted {
			jaccard := 0.0
			if union := len(b.terms) + int(terms[i]) - int(c.held); union > 0 {
				jaccard = float64(c.held) / float64(union)
			}
			loaded = append(loaded, scored{jaccard})
		}
		return loaded
	}
	return ranked(b, features, func(x *scored) standing { return standing{number: -x.score} })
}

func explainDiverse(t *trace) {
	of := loaded[scored](t)
	for d := range of {
		distinct := map[uint32]bool{}
		for _, term := range t.of.Docs[d].Terms {
			distinct[term] = true
		}
		t.fact("%s has %d distinct terms and holds %d of %d distinct query terms", t.name(d), len(distinct), t.counts[d].held, len(t.terms))
	}
	t.prefer(func(d, e int) {
		t.when(greater(of[e].score, of[d].score), "Jaccard: %s < %s", decimal(of[d].score), decimal(of[e].score))
	})
}
