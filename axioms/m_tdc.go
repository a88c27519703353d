package axioms

var mtdc = &definition{
	spec: Spec{
		ID:      "m-tdc",
		Title:   "More occurrences of the rarer query term, as many in all",
		Family:  "term frequency",
		Formula: "equal sums of counts over Q, some count differs; d1 is preferred iff every w whose counts differ is wa or wb of a pair with idf(wa) >= idf(wb), c(wa,d1) > c(wa,d2), c(wa,q) >= c(wb,q), c(wa,d1) = c(wb,d2), c(wb,d1) = c(wa,d2)",
		Source:  "Rennings, thesis 2019, eq. 3.9; after Fang, Tao, Zhai 2011, TDC",
		Weak:    true,
		Params:  append(lengthBound("none", "none"), variants("rennings", "camara", "klose")),
		Needs:   Needs{IDF: true},
		Example: Example{
			Query: "common quokka",
			Docs:  []string{"quokka quokka common", "common common quokka", "common sense"},
			Says:  "both hold three query tokens, the first more of the rarer quokka",
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
			s.Formula = "|d1| ~10% |d2|, " + mtdcVotes
			s.Source = "Klose, thesis 2021; after Hagen et al., CIKM 2016, M-TDC"
		},
	},
	bind: func(b *binding) Judge {
		if b.word("variant") == "klose" {
			return b.rarerVotes()
		}
		return b.rarerPairs()
	},
}

const mtdcVotes = "equal sums of counts over Q, some count differs; each pair of query terms of different idf (t1 the rarer) with (c(t1,d1) = c(t2,d2) and c(t2,d1) = c(t1,d2)) or c(t1,q) >= c(t2,q) votes for the document with more t1"

// exchanged is m-tdc's precondition: as many query terms in all, but not the same.
func exchanged(a, b *counts) bool {
	if a.sum != b.sum {
		return false
	}
	for w := range a.of {
		if a.of[w] != b.of[w] {
			return true
		}
	}
	return false
}

// rarerPairs is the reading of Rennings: the counts that differ are explained by exchanges in favour of one document.
func (b *binding) rarerPairs() Judge {
	idf, n := b.idf(), len(b.terms)
	leads := make([]bool, n*n) // leads[wa*n+wb]: idf(wa) >= idf(wb) and c(wa,q) >= c(wb,q)
	for wa := range n {
		for wb := range n {
			leads[wa*n+wb] = wa != wb && atLeast(idf[wa], idf[wb]) && b.repeats[wa] >= b.repeats[wb]
		}
	}
	swap := func(x, y []int32, wa, wb int) bool {
		return leads[wa*n+wb] && x[wa] > y[wa] && x[wa] == y[wb] && x[wb] == y[wa]
	}
	explained := func(x, y []int32) bool {
	terms:
		for w := range n {
			if x[w] == y[w] {
				continue
			}
			for v := range n {
				if swap(x, y, w, v) || swap(x, y, v, w) {
					continue terms
				}
			}
			return false
		}
		return true
	}
	return judge(b, b.count, func(x, y *counts) Verdict {
		if !exchanged(x, y) {
			return Void
		}
		return either(explained(x.of, y.of), explained(y.of, x.of))
	})
}

// rarerVotes is the reading of Klose: pairs of query terms vote.
func (b *binding) rarerVotes() Judge {
	idf := b.idf()
	type pair struct {
		rare, common int
		often        bool // c(rare,q) >= c(common,q)
	}
	var pairs []pair
	for s := range idf {
		for t := range idf {
			if greater(idf[s], idf[t]) {
				pairs = append(pairs, pair{s, t, b.repeats[s] >= b.repeats[t]})
			}
		}
	}
	return judge(b, b.count, func(x, y *counts) Verdict {
		if !exchanged(x, y) {
			return Void
		}
		votes := 0
		for _, p := range pairs {
			if p.often || x.of[p.rare] == y.of[p.common] && x.of[p.common] == y.of[p.rare] {
				votes += more(x.of[p.rare], y.of[p.rare]).Preference()
			}
		}
		return more(votes, 0)
	})
}
