package axioms

var tfc1 = &definition{
	spec: Spec{
		ID:            "tfc1",
		Title:         "More occurrences of the query's terms",
		Family:        "term frequency",
		Formula:       "c(w,d1) >= c(w,d2) for all w in Q, and the sum over Q is larger in d1",
		Unconditional: "c(w,d1) >= c(w,d2) for all w in Q, and the sum over Q is larger in d1",
		Source:        "Rennings, thesis 2019, eq. 3.3; after Fang, Tao, Zhai 2004, TFC1",
		Params:        append(lengthBound("none", "none"), variants("rennings", "camara", "klose")),
		Example: Example{
			Query: "blue whale",
			Docs:  []string{"blue whale sings to another blue whale", "blue sea where a whale may sing"},
			Says:  "the first holds each query term at least as often, and both together more often",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"camara": func(s *Spec) {
			s.Source = "Câmara, Hauff, ECIR 2020, table 1"
			s.param("delta").Default = "10"
		},
		"klose": func(s *Spec) {
			s.SameLength = true
			s.Formula = "|d1| ~10% |d2|; c(q,d1) > 0.1 c(q,d1) + c(q,d2), where c(q,d) sums c(t,d) over the query's tokens, repeats included"
			s.Unconditional = "c(q,d1) > 0.1 c(q,d1) + c(q,d2), where c(q,d) sums c(t,d) over the query's tokens, repeats included"
			s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, TFC1; after Hagen et al., CIKM 2016"
		},
	},
	bind: func(b *binding) Judge {
		if b.word("variant") == "klose" {
			tokens := eachCounted(b, func(c *counts, _ *Doc) scoreDoc { return scoreDoc{b.tokensIn(c)} })
			return judge(b, tokens, func(x, y *scoreDoc) Verdict {
				return preferOne(exceedsBy(0.1, x.score, y.score), exceedsBy(0.1, y.score, x.score))
			})
		}
		return judge(b, b.count, moreOfEach)
	},
	explain: func(t *trace) {
		if t.word("variant") == "klose" {
			t.prefer(func(d, e int) {
				more, less := t.tokensIn(&t.counts[d]), t.tokensIn(&t.counts[e])
				t.when(exceedsBy(0.1, more, less), "query tokens: %v > 0.1 * %v + %v", more, more, less)
			})
			return
		}
		t.prefer(func(d, e int) {
			x, y := &t.counts[d], &t.counts[e]
			for w := range x.freq {
				t.when(x.freq[w] >= y.freq[w], "c(%s): %d >= %d", t.term(w), x.freq[w], y.freq[w])
			}
			t.when(x.sum > y.sum, "all query terms: %d > %d", x.sum, y.sum)
		})
	},
}

// moreOfEach prefers the document that holds no query term less often and some term more often.
func moreOfEach(a, b *counts) Verdict {
	if a.sum < b.sum {
		return moreOfEach(b, a).Swap()
	}
	if a.sum == b.sum {
		return Neither
	}
	for w := range a.freq {
		if a.freq[w] < b.freq[w] {
			return Neither
		}
	}
	return First
}

// tokensIn returns the sum of c(t,d) over the query's tokens, repeats included.
func (b *bag) tokensIn(c *counts) float64 {
	sum := 0
	for w, n := range c.freq {
		sum += int(n) * int(b.repeats[w])
	}
	return float64(sum)
}
