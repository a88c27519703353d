package axioms

var tfc3 = &definition{
	spec: Spec{
		ID:     "tfc3",
		Title:  "Two terms rather than one as often",
		Family: "term frequency",
		Formula: "|d1| ~10% |d2|; each pair of distinct query terms with idf(t1) ~10% idf(t2) votes for d1 if d1 holds both, d2 " +
			"exactly one of them, and d2's count of that one is d1's two counts added; mirrored for d2",
		Unconditional: "each pair of distinct query terms with idf(t1) ~10% idf(t2) votes for d1 if d1 holds both, d2 exactly one of them, " +
			"and d2's count of that one is d1's two counts added; mirrored for d2",
		Source:     "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, TFC3; after Fang, Tao, Zhai 2011",
		SameLength: true,
		Params:     lengthBound("none", "none"),
		Needs:      Needs{IDF: true},
		Example: Example{
			Query: "salt pepper",
			Docs:  []string{"salt and pepper", "salt and salt", "pepper mill"},
			Says:  "both hold two query tokens, the first of two terms that are equally rare, the second of one",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		pairs, few := closePairs(b.idf()), len(b.terms) <= 64
		return judge(b, b.count, func(x, y *counts) Verdict {
			votes := 0
			if x.holds == y.holds && few { // neither lacks a term of the other document
				return Neither
			}
			for _, p := range pairs {
				if holdsBoth(x.freq, y.freq, p[0], p[1]) {
					votes++
				}
				if holdsBoth(y.freq, x.freq, p[0], p[1]) {
					votes--
				}
			}
			return preferMore(votes, 0)
		})
	},
	explain: func(t *trace) {
		var votes [2]int
		idf := t.idf()
		for _, p := range closePairs(idf) {
			t.fact("idf(%s) = %s ~10%% idf(%s) = %s", t.term(p[0]), decimal(idf[p[0]]), t.term(p[1]), decimal(idf[p[1]]))
			for d := range 2 {
				x, y := t.counts[d].freq, t.counts[1-d].freq
				if holdsBoth(x, y, p[0], p[1]) {
					votes[d]++
					t.fact("a vote for %s: it holds both (%d and %d times), %s only one of them (%s)",
						t.name(d), x[p[0]], x[p[1]], t.name(1-d), countNoun(int(y[p[0]]+y[p[1]]), "time"))
				}
			}
		}
		t.preferVotes(votes)
	},
}

// closePairs lists the pairs of distinct query terms with idf(s) ~10% idf(t).
func closePairs(idf []float64) (pairs [][2]int) {
	for s := range idf {
		for t := range s {
			if isClose(0.1, idf[s], idf[t]) {
				pairs = append(pairs, [2]int{s, t})
			}
		}
	}
	return pairs
}

// holdsBoth reports whether x holds both terms and y only one of them, as often as x holds both.
func holdsBoth(x, y []int32, s, t int) bool {
	return x[s] > 0 && x[t] > 0 && (y[s] == 0 && y[t] == x[s]+x[t] || y[t] == 0 && y[s] == x[s]+x[t])
}
