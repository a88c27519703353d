package axioms

var ln2 = &definition{
	spec: Spec{
		ID:      "ln2",
		Title:   "The same document several times over",
		Family:  "length normalisation",
		Formula: "|d1| = k |d2| > 0 and c(t,d1) = k c(t,d2) for all t in Q, for an integer k > 1",
		Source:  "Câmara, Hauff, ECIR 2020, table 1; after Fang, Tao, Zhai 2004, LNC2",
		Weak:    true,
		Params:  lengthBound("none", "none"),
		Example: Example{
			Query: "whale",
			Docs:  []string{"blue whale blue whale", "blue whale"},
			Says:  "the first is twice as long and holds the query term twice as often",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		multiple := func(x, y *counts) bool {
			if y.length == 0 || x.length <= y.length || x.length%y.length != 0 {
				return false
			}
			k := x.length / y.length
			for t := range x.freq {
				if x.freq[t] != k*y.freq[t] {
					return false
				}
			}
			return true
		}
		return judge(b, b.count, func(x, y *counts) Verdict { return preferOne(multiple(x, y), multiple(y, x)) })
	},
	explain: func(t *trace) {
		t.prefer(func(d, e int) {
			x, y := &t.counts[d], &t.counts[e]
			whole := y.length > 0 && x.length > y.length && x.length%y.length == 0
			t.when(whole, "length: %d is a multiple of %d", x.length, y.length)
			if !whole {
				return
			}
			k := x.length / y.length
			for w := range x.freq {
				t.when(x.freq[w] == k*y.freq[w], "c(%s): %d = %d * %d", t.term(w), x.freq[w], k, y.freq[w])
			}
		})
	},
}
