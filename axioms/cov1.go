package axioms

import "slices"

var cov1 = &definition{
	spec: Spec{
		ID:      "cov1",
		Title:   "More distinct terms",
		Family:  "answers",
		Formula: "d1 has more distinct terms, and their number is not ~margin_fraction that of d2",
		Source: "ir_axioms 1.2.5, COV1 (broad coverage of Gienapp et al., SIGIR 2024), by counts. An aspect is a distinct term of the " +
			"analysed document; in ir_axioms it is a noun chunk of spaCy",
		Params: append(lengthBound("none", "none"), closenessParam("0")),
		Example: Example{
			Query: "whales",
			Docs:  []string{"whales sing and seals bark", "whales sing and whales sing"},
			Says:  "the first has five distinct words, the second three",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		margin := b.closeness()
		terms := b.distinctTerms()
		distinct := func(docs []Doc, old []scoreDoc) []scoreDoc {
			list := slices.Grow(old[:0], len(docs))
			for _, n := range terms(docs) {
				list = append(list, scoreDoc{float64(n)})
			}
			return list
		}
		if margin == 0 {
			return judgeByNumber(b, distinct, byScore)
		}
		return judge(b, distinct, func(x, y *scoreDoc) Verdict { return margin.preferLarger(x.score, y.score) })
	},
	explain: func(t *trace) {
		docs, margin := featuresOf[scoreDoc](t), t.closeness()
		t.prefer(func(d, e int) {
			x, y := docs[d].score, docs[e].score
			margin.explain(t, x, y)
			t.when(greater(x, y), "distinct terms: %s > %s", decimal(x), decimal(y))
		})
	},
}
