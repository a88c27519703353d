package axioms

var mtdc = &definition{
	spec: Spec{
		ID:     "m-tdc",
		Title:  "More occurrences of the rarer query term, as many in all",
		Family: "term frequency",
		Formula: "equal sums of counts over Q, some count differs; d1 is preferred iff every w whose counts differ is wa or wb of a " +
			"pair with idf(wa) >= idf(wb), c(wa,d1) > c(wa,d2), c(wa,q) >= c(wb,q), c(wa,d1) = c(wb,d2), c(wb,d1) = c(wa,d2)",
		Unconditional: "d1 is preferred iff every w whose counts differ is wa or wb of a pair with idf(wa) >= idf(wb), c(wa,d1) > c(wa,d2), " +
			"c(wa,q) >= c(wb,q), c(wa,d1) = c(wb,d2), c(wb,d1) = c(wa,d2)",
		Source: "Rennings, thesis 2019, eq. 3.9; after Fang, Tao, Zhai 2011, TDC",
		Weak:   true,
		Params: append(lengthBound("none", "none"), variants("rennings", "camara", "klose", "bondarenko")),
		Needs:  Needs{IDF: true},
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
			s.Formula = "|d1| ~10% |d2|, equal sums of counts over Q, some count differs; " + printedVotes
			s.Unconditional = printedVotes
			s.Source = "Klose, thesis 2021, section 3.2.1, as printed: the query must hold the rarer term more often. Table 4.1 agrees, " +
				".711 undecided; after Völske et al., ICTIR 2021, section 3.1 and table 1, TDC"
		},
		"bondarenko": func(s *Spec) {
			s.SameLength = true
			s.Formula = "|d1| ~10% |d2|, " + mtdcVotes
			s.Unconditional = mtdcVotesAlone
			s.Source = "Bondarenko et al., SIGIR 2022 (ir_axioms), M-TDC, at the lengths of Klose, thesis 2021"
		},
	},
	bind: func(b *binding) Judge {
		switch b.word("variant") {
		case "klose", "bondarenko":
			return judgeByVotes(b)
		}
		return judgeByExchanges(b)
	},
	explain: func(t *trace) {
		switch t.word("variant") {
		case "klose", "bondarenko":
			explainRarerVotes(t)
		default:
			explainRarerPairs(t)
		}
	},
}

const mtdcVotes = "equal sums of counts over Q, some count differs; " + mtdcVotesAlone

const mtdcVotesAlone = "each pair of query terms of different idf (t1 the rarer) with (c(t1,d1) = c(t2,d2) and c(t2,d1) = c(t1,d2)) " +
	"or c(t1,q) >= c(t2,q) votes for the document with more t1"

// printedVotes is the rule of Klose's formula: the query must hold the rarer term more often.
const printedVotes = "each pair of query terms with idf(t1) >= idf(t2) and (c(t1,d1) = c(t2,d2) and c(t2,d1) = c(t1,d2)) " +
	"or c(t1,q) > c(t2,q) votes for the document with more t1"

// sameTotalOtherCounts reports whether m-tdc's precondition holds: two documents hold as many query
// terms in all, with different counts.
func sameTotalOtherCounts(a, b *counts) bool {
	if a.sum != b.sum {
		return false
	}
	for w := range a.freq {
		if a.freq[w] != b.freq[w] {
			return true
		}
	}
	return false
}

// judgeByExchanges returns the judge in the reading of Rennings: exchanges in favour of one
// document explain all counts that differ.
func judgeByExchanges(b *binding) Judge {
	pairs, conditional := b.rarities(), !b.unconditional()
	// explains reports whether an exchange for or with each term of differ favours x.
	explains := func(x, y []int32, differ []int) bool {
	terms:
		for _, w := range differ {
			for _, v := range differ {
				wa, wb := w, v
				if x[wa] < y[wa] {
					wa, wb = v, w
				}
				if x[wa] == y[wb] && x[wb] == y[wa] && x[wa] > y[wa] && pairs.mayReplace(wa, wb) {
					continue terms
				}
			}
			return false
		}
		return true
	}
	differ := make([]int, 0, len(b.terms))
	return judge(b, b.count, func(x, y *counts) Verdict {
		if x.sum != y.sum && conditional {
			return Void
		}
		differ = x.appendDiffering(y, differ[:0])
		if len(differ) == 0 && conditional {
			return Void
		}
		return preferOne(explains(x.freq, y.freq, differ), explains(y.freq, x.freq, differ))
	})
}

// rarities compare the query's terms, by slot.
type rarities struct {
	idf     []float64
	repeats []int32 // c(w,q)
	printed bool    // as Klose prints m-tdc: a pair may have equal idf, and the query must hold the rarer term more often
}

func (b *binding) rarities() rarities {
	return rarities{b.idf(), b.repeats, b.has("variant") && b.word("variant") == "klose"}
}

// mayReplace reports whether wa may be exchanged for wb: idf(wa) >= idf(wb) and c(wa,q) >= c(wb,q). A
// table of all pairs would need the square of a long query's terms.
func (r *rarities) mayReplace(wa, wb int) bool {
	return wa != wb && atLeast(r.idf[wa], r.idf[wb]) && r.repeats[wa] >= r.repeats[wb]
}

// mayVote reports whether a pair of query terms may vote, by its idf.
func (r *rarities) mayVote(rare, common int) bool {
	return greater(r.idf[rare], r.idf[common]) || r.printed && rare != common && atLeast(r.idf[rare], r.idf[common])
}

// votesAlways reports whether a pair that may vote does so whether its counts are exchanged or not:
// the query holds the rarer term at least as often.
func (r *rarities) votesAlways(rare, common int) bool {
	return r.repeats[rare] > r.repeats[common] || r.repeats[rare] == r.repeats[common] && !r.printed
}

// judgeByVotes returns the judge of readings in which pairs of query terms vote. A pair whose
// rarer term has the same count in both documents has no vote, so only the terms with different
// counts are read. always holds, for each term, how many pairs with an unconditional vote have it
// as the rarer term.
func judgeByVotes(b *binding) Judge {
	pairs, conditional, always := b.rarities(), !b.unconditional(), make([]int, len(b.terms))
	for rare := range b.terms {
		for common := range b.terms {
			if pairs.mayVote(rare, common) && pairs.votesAlways(rare, common) {
				always[rare]++
			}
		}
	}
	differ := make([]int, 0, len(b.terms))
	return judge(b, b.count, func(x, y *counts) Verdict {
		if conditional && !sameTotalOtherCounts(x, y) {
			return Void
		}
		differ = x.appendDiffering(y, differ[:0])
		votes := 0
		for _, s := range differ {
			n := always[s]
			for _, t := range differ {
				if isExchanged(x.freq, y.freq, s, t) && pairs.mayVote(s, t) && !pairs.votesAlways(s, t) {
					n++
				}
			}
			votes += n * preferMore(x.freq[s], y.freq[s]).Preference()
		}
		return preferMore(votes, 0)
	})
}

// isExchanged reports whether the counts of two terms are exchanged between two documents.
func isExchanged(x, y []int32, s, t int) bool { return x[s] == y[t] && x[t] == y[s] }

// appendDiffering appends the slots of the terms whose counts differ.
func (c *counts) appendDiffering(d *counts, slots []int) []int {
	for w, n := range c.freq {
		if n != d.freq[w] {
			slots = append(slots, w)
		}
	}
	return slots
}

// requireExchange adds m-tdc's precondition.
func requireExchange(t *trace) {
	x, y := &t.counts[0], &t.counts[1]
	t.require(x.sum == y.sum, "all query terms: %d = %d", x.sum, y.sum)
	differ := len(x.appendDiffering(y, nil))
	t.require(differ > 0, "counts differ for %s, at least one", countNoun(differ, "query term"))
}

// explainRarerPairs adds, for every term whose counts differ, the exchange that explains it.
func explainRarerPairs(t *trace) {
	requireExchange(t)
	pairs, n := t.rarities(), len(t.terms)
	t.prefer(func(d, e int) {
		x, y := t.counts[d].freq, t.counts[e].freq
		for w := range n {
			if x[w] == y[w] {
				continue
			}
			ok := false
			for v := range n {
				for _, p := range [2][2]int{{w, v}, {v, w}} {
					if wa, wb := p[0], p[1]; !ok && pairs.mayReplace(wa, wb) && x[wa] > y[wa] && x[wa] == y[wb] && x[wb] == y[wa] {
						ok = true
						t.when(true, "c(%s): %d and %d: exchanged, %s (idf %s, %d in the query, %d > %d) for %s (idf %s, %d in the query)",
							t.term(w), x[w], y[w], t.term(wa), decimal(pairs.idf[wa]), t.repeats[wa], x[wa], y[wa],
							t.term(wb), decimal(pairs.idf[wb]), t.repeats[wb])
					}
				}
			}
			if !ok {
				t.when(false, "c(%s): %d and %d: exchanged with another term, in favour of one that is no less rare", t.term(w), x[w], y[w])
			}
		}
	})
}

// explainRarerVotes adds the votes.
func explainRarerVotes(t *trace) {
	requireExchange(t)
	var votes [2]int
	pairs, sign := t.rarities(), ">="
	x, y := t.counts[0].freq, t.counts[1].freq
	if pairs.printed {
		sign = ">"
	}
	for rare := range t.terms {
		for common := range t.terms {
			if !pairs.mayVote(rare, common) || x[rare] == y[rare] {
				continue
			}
			d, vote := 0, "no vote"
			if x[rare] < y[rare] {
				d = 1
			}
			exchanged, often := isExchanged(x, y, rare, common), pairs.votesAlways(rare, common)
			if exchanged || often {
				votes[d]++
				vote = "a vote for " + t.name(d)
			}
			t.fact("%s: %s (idf %s) is no less rare than %s (idf %s), %d and %d times in %s and %s; counts exchanged: %s, %d %s %d in the query: %s",
				vote, t.term(rare), decimal(pairs.idf[rare]), t.term(common), decimal(pairs.idf[common]), x[rare], y[rare], t.name(0), t.name(1),
				yesOrNo(exchanged), t.repeats[rare], sign, t.repeats[common], yesOrNo(often))
		}
	}
	t.preferVotes(votes)
}

func yesOrNo(holds bool) string {
	if holds {
		return "yes"
	}
	return "no"
}
