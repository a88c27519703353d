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
	bind:    preferDiverse,
	explain: explainDiverse,
}

// preferDiverse prefers the document whose set of terms is less similar to the query's.
func preferDiverse(b *binding) Judge {
	distinct := b.distinctTerms()
	var docCounts []counts
	features := func(docs []Doc, old []scoreDoc) []scoreDoc {
		docCounts = b.count(docs, docCounts)
		list, terms := slices.Grow(old[:0], len(docs)), distinct(docs)
		for i, c := range docCounts {
			jaccard := 0.0
			if union := len(b.terms) + int(terms[i]) - int(c.numDistinct); union > 0 {
				jaccard = float64(c.numDistinct) / float64(union)
			}
			list = append(list, scoreDoc{jaccard})
		}
		return list
	}
	return judgeByNumber(b, features, func(x *scoreDoc) standing { return standing{number: -x.score} })
}

func explainDiverse(t *trace) {
	docs := featuresOf[scoreDoc](t)
	for d := range docs {
		distinct := map[uint32]bool{}
		for _, term := range t.input.Docs[d].Terms {
			distinct[term] = true
		}
		t.fact("%s has %s and holds %d of %d distinct query terms",
			t.name(d), countNoun(len(distinct), "distinct term"), t.counts[d].numDistinct, len(t.terms))
	}
	t.prefer(func(d, e int) {
		t.when(greater(docs[e].score, docs[d].score), "Jaccard: %s < %s", decimal(docs[d].score), decimal(docs[e].score))
	})
}
