package axioms

var stmc3 = &definition{
	spec: Spec{
		ID:     "stmc3",
		Title:  "More query tokens make up for words further from the query",
		Family: "semantic similarity",
		Formula: "| |d1| - |d2| | <= delta, as many distinct query terms in both; d1 holds more query tokens and cos(v(d2),v(q)) > " +
			"cos(v(d1),v(q))",
		Unconditional: "d1 holds more query tokens and cos(v(d2),v(q)) > cos(v(d1),v(q)), where the three are defined",
		Source:        "Câmara, Hauff, ECIR 2020, table 1; after Fang, Zhai, SIGIR 2006, STMC3",
		Params:        lengthBound("10", "none"),
		Needs:         Needs{Vectors: true},
		Example: Example{
			Query: "ship",
			Docs:  []string{"ship ship stone", "ship boat"},
			Plane: []point{{"ship", 1, 0.1}, {"boat", 1, 0}, {"stone", 0, 1}},
			Says:  "the first holds the query term twice, while the second's other word is closer to it",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		m, conditional := b.centroids(), !b.unconditional()
		return judge(b, m.features, func(x, y *centroid) Verdict {
			if !m.defined || !x.defined || !y.defined || conditional && x.numDistinct != y.numDistinct {
				return Void
			}
			return preferOne(x.sum > y.sum && greater(y.toQuery, x.toQuery), y.sum > x.sum && greater(x.toQuery, y.toQuery))
		})
	},
	explain: func(t *trace) {
		docs := requireCentroids(t, false)
		t.prefer(func(d, e int) {
			t.when(greater(docs[e].toQuery, docs[d].toQuery), "cosine to the query: %s < %s", decimal(docs[d].toQuery), decimal(docs[e].toQuery))
			t.when(docs[d].sum > docs[e].sum, "query tokens: %d > %d", docs[d].sum, docs[e].sum)
		})
	},
}
