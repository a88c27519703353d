package axioms

var prox4 = &definition{
	spec: Spec{
		ID:      "prox4",
		Title:   "All query terms with fewer other words in between",
		Family:  "proximity",
		Formula: "both hold all query terms, at least two; each occurrence with the closest one of every other query term is a group; (a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins",
		Source:  "Hagen et al., CIKM 2016, PROX4; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params:  lengthBound("none", "none"),
		Needs:   Needs{Positions: true},
		Example: Example{
			Query: "green tea",
			Docs:  []string{"green hot tea", "green is not a tea"},
			Says:  "one word stands between the query terms in the first, three in the second",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		g := &grouper{bag: &b.bag}
		return judge(b, each(func(d *Doc) tightest {
			var best tightest
			for _, group := range g.of(d) {
				switch {
				case !best.may || group.others < best.others:
					best = tightest{true, group.others, 1}
				case group.others == best.others:
					best.how++
				}
			}
			return best
		}), func(x, y *tightest) Verdict {
			if !x.may || !y.may {
				return Void
			}
			if x.others != y.others {
				return more(y.others, x.others)
			}
			return more(x.how, y.how)
		})
	},
	explain: func(t *told) {
		t.requireAll()
		of := loaded[tightest](t)
		t.prefer(func(d, e int) {
			x, y := &of[d], &of[e]
			t.when(x.others < y.others || x.others == y.others && x.how > y.how,
				"fewest other words within a group, and groups with so few: %d, %d before %d, %d", x.others, x.how, y.others, y.how)
		})
	},
}

// tightest is a document's groups with the fewest other words: how few, and how many groups have so few.
type tightest struct {
	may         bool
	others, how int32
}
