package family

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// tfc1 and the other axioms of this file compare how often documents hold the query's terms.
var tfc1 = &rule.Definition{
	Spec: rule.Spec{
		ID:            "tfc1",
		Title:         "More occurrences of the query's terms",
		Formula:       "c(w,d1) >= c(w,d2) for all w in Q, and the sum over Q is larger in d1",
		Unconditional: "c(w,d1) >= c(w,d2) for all w in Q, and the sum over Q is larger in d1",
		Source:        "Rennings, thesis 2019, eq. 3.3; after Fang, Tao, Zhai 2004, TFC1",
		Params:        []rule.Param{rule.Variants("rennings", "camara", "klose")},
		Example: rule.ExamplePair("blue whale", "the first holds each query term at least as often, and both together more often",
			"blue whale sings to another blue whale", "blue sea where a whale may sing"),
	},
	Variants: map[string]func(*rule.Spec){
		"camara": camaraDelta,
		"klose": func(s *rule.Spec) {
			s.SameLength = true
			s.Unconditional = "c(q,d1) > 0.1 c(q,d1) + c(q,d2), where c(q,d) sums c(t,d) over the query's tokens, repeats included"
			s.Formula = "|d1| ~10% |d2|; " + s.Unconditional
			s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, TFC1; after Hagen et al., CIKM 2016"
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		if b.Word("variant") == "klose" {
			tokens := rule.EachCounted(b, func(c *rule.Counts, _ *rule.Doc) rule.Standing { return rule.Standing{Number: tokensIn(b, c)} })
			return rule.JudgePairs(b, tokens, func(x, y *rule.Standing) rule.Verdict {
				return rule.PreferOne(rule.ExceedsBy(0.1, x.Number, y.Number), rule.ExceedsBy(0.1, y.Number, x.Number))
			})
		}
		return rule.JudgePairs(b, b.Count, moreOfEach)
	},
	Explain: func(t *rule.Trace) {
		if t.Word("variant") == "klose" {
			t.Prefer(func(d, e int) {
				more, less := tokensIn(t.Binding, &t.Counts[d]), tokensIn(t.Binding, &t.Counts[e])
				t.When(rule.ExceedsBy(0.1, more, less), "query tokens: %v > 0.1 * %v + %v", more, more, less)
			})
			return
		}
		t.Prefer(func(d, e int) {
			x, y := &t.Counts[d], &t.Counts[e]
			for w := range x.Freq {
				t.When(x.Freq[w] >= y.Freq[w], "c(%s): %d >= %d", t.Term(w), x.Freq[w], y.Freq[w])
			}
			t.When(x.Sum > y.Sum, "all query terms: %d > %d", x.Sum, y.Sum)
		})
	},
}

// moreOfEach prefers the document that holds no query term less often, and some query term more often, than the other.
func moreOfEach(a, b *rule.Counts) rule.Verdict {
	if a.Sum < b.Sum {
		return moreOfEach(b, a).Swap()
	}
	if a.Sum == b.Sum {
		return rule.Neither
	}
	for w := range a.Freq {
		if a.Freq[w] < b.Freq[w] {
			return rule.Neither
		}
	}
	return rule.First
}

// camaraDelta changes a spec to that of Câmara and Hauff: lengths differ by at most 10 words.
func camaraDelta(s *rule.Spec) {
	s.Source = "Câmara, Hauff, ECIR 2020, table 1"
	s.Param("delta").Default = "10"
}

// tokensIn returns the sum of c(t,d) over the query's tokens, repeats included.
func tokensIn(b *rule.Binding, c *rule.Counts) float64 {
	sum := 0
	for w, n := range c.Freq {
		sum += int(n) * int(b.Repeats[w])
	}
	return float64(sum)
}

var tfc2 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "tfc2",
		Title: "Each further occurrence adds less",
		Formula: "sum(d3) > sum(d2) > sum(d1) > 0 over Q, and c(w,d2) - c(w,d1) = c(w,d3) - c(w,d2) for all w in Q; " +
			"fulfilled iff S(d2) - S(d1) > S(d3) - S(d2)",
		Source: "Rennings, thesis 2019, eq. 3.6; after Fang, Tao, Zhai 2004, TFC2",
		Example: rule.Example{
			Query: "whale",
			Docs:  []string{"whale in the sea", "whale meets whale again", "whale whale whale there"},
			Says:  "the documents hold the query term once, twice and three times",
			Want:  []int{0, 1, 2},
		},
	},
	BindTriple: func(b *rule.Binding) rule.TripleJudge { return &middles{bag: b.Bag, bound: b.Bound} },
	Explain: func(t *rule.Trace) {
		order := []int{0, 1, 2}
		slices.SortStableFunc(order, func(i, j int) int { return int(t.Counts[i].Sum - t.Counts[j].Sum) })
		a, b, c := &t.Counts[order[0]], &t.Counts[order[1]], &t.Counts[order[2]]
		names := t.Name(order[0]) + ", " + t.Name(order[1]) + ", " + t.Name(order[2])
		t.Require(c.Sum > b.Sum && b.Sum > a.Sum && a.Sum > 0, "all query terms in %s: 0 < %d < %d < %d", names, a.Sum, b.Sum, c.Sum)
		for w := range a.Freq {
			t.Require(b.Freq[w]-a.Freq[w] == c.Freq[w]-b.Freq[w], "c(%s) in %s rises evenly: %d, %d, %d",
				t.Term(w), names, a.Freq[w], b.Freq[w], c.Freq[w])
		}
	},
}

// middles is the judge of tfc2. For each two documents it looks up the documents whose counts are the means of the two documents'
// counts. The work is quadratic in the number of documents and linear in the number of instances.
type middles struct {
	bag      *rule.Bag
	bound    rule.LengthRange
	counts   []rule.Counts
	hash     []uint64           // for each document: the sum over the terms of count * multiplier
	byDouble map[uint64][]int32 // the documents by twice their hash
}

func (m *middles) Load(docs []rule.Doc) {
	m.counts = m.bag.Count(docs, m.counts)
	m.hash = m.hash[:0]
	m.byDouble = make(map[uint64][]int32, len(docs))
	for i := range m.counts {
		hash := uint64(0)
		for w, n := range m.counts[i].Freq {
			hash += uint64(n) * multiplier(w)
		}
		m.hash = append(m.hash, hash)
		m.byDouble[2*hash] = append(m.byDouble[2*hash], int32(i))
	}
}

// multiplier returns the hash of slot w: splitmix64's finaliser of the w-th multiple of the golden ratio (Steele, Lea, Flood 2014).
func multiplier(w int) uint64 {
	x := uint64(w+1) * 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Each finds the documents j for each (i, k) by their hash. The hash is linear in the counts, so hash[i] + hash[k] = 2 hash[j].
func (m *middles) Each(yield func(i, j, k int) bool) {
	for i := range m.counts {
		if m.counts[i].Sum == 0 {
			continue
		}
		for k := range m.counts {
			if m.counts[k].Sum <= m.counts[i].Sum {
				continue
			}
			for _, j := range m.byDouble[m.hash[i]+m.hash[k]] {
				if m.isInstance(i, int(j), k) && !yield(i, int(j), k) {
					return
				}
			}
		}
	}
}

// isInstance reports whether three documents fulfil the definition.
func (m *middles) isInstance(i, j, k int) bool {
	a, b, c := &m.counts[i], &m.counts[j], &m.counts[k]
	if !(c.Sum > b.Sum && b.Sum > a.Sum && a.Sum > 0) {
		return false
	}
	for w := range a.Freq {
		if b.Freq[w]-a.Freq[w] != c.Freq[w]-b.Freq[w] {
			return false
		}
	}
	return m.bound.Holds(int(a.Length), int(b.Length), int(c.Length))
}

var tfc3 = &rule.Definition{
	Spec: rule.Spec{
		ID:            "tfc3",
		Title:         "Two terms rather than one as often",
		Formula:       "|d1| ~10% |d2|; " + commonPairVotes,
		Unconditional: commonPairVotes,
		Source:        "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, TFC3; after Fang, Tao, Zhai 2011",
		SameLength:    true,
		Needs:         rule.Needs{IDF: true},
		Example: rule.ExamplePair("salt pepper", "both hold two query tokens, the first of two terms that are equally rare, the second of one",
			"salt and pepper", "salt and salt", "pepper mill"),
	},
	Bind: func(b *rule.Binding) rule.Judge {
		pairs := closePairs(b.IDF())
		return rule.JudgePairs(b, b.Count, func(x, y *rule.Counts) rule.Verdict {
			votes := 0
			for _, p := range pairs {
				if holdsBoth(x.Freq, y.Freq, p[0], p[1]) {
					votes++
				}
				if holdsBoth(y.Freq, x.Freq, p[0], p[1]) {
					votes--
				}
			}
			return rule.PreferMore(votes, 0)
		})
	},
	Explain: func(t *rule.Trace) {
		var votes [2]int
		idf := t.IDF()
		for _, p := range closePairs(idf) {
			t.Fact("idf(%s) = %s ~10%% idf(%s) = %s", t.Term(p[0]), rule.Decimal(idf[p[0]]), t.Term(p[1]), rule.Decimal(idf[p[1]]))
			for d := range 2 {
				x, y := t.Counts[d].Freq, t.Counts[1-d].Freq
				if holdsBoth(x, y, p[0], p[1]) {
					votes[d]++
					t.Fact("a vote for %s: it holds both (%d and %d times), %s only one of them (%s)",
						t.Name(d), x[p[0]], x[p[1]], t.Name(1-d), rule.CountNoun(int(y[p[0]]+y[p[1]]), "time"))
				}
			}
		}
		t.PreferVotes(votes)
	},
}

const commonPairVotes = "each pair of distinct query terms with idf(t1) ~10% idf(t2) votes for d1 if d1 holds both, d2 exactly one of " +
	"them, and d2's count of that one is d1's two counts added; mirrored for d2"

// closePairs lists the pairs of distinct query terms with idf(s) ~10% idf(t).
func closePairs(idf []float64) (pairs [][2]int) {
	for s := range idf {
		for t := range s {
			if rule.IsClose(0.1, idf[s], idf[t]) {
				pairs = append(pairs, [2]int{s, t})
			}
		}
	}
	return pairs
}

// holdsBoth reports whether x holds both terms, y holds only one of them, and y holds that one as often as x holds both together.
func holdsBoth(x, y []int32, s, t int) bool {
	return x[s] > 0 && x[t] > 0 && (y[s] == 0 && y[t] == x[s]+x[t] || y[t] == 0 && y[s] == x[s]+x[t])
}

var mtdc = &rule.Definition{
	Spec: rule.Spec{
		ID:    "m-tdc",
		Title: "More occurrences of the rarer query term, as many in all",
		Formula: "equal sums of counts over Q, some count differs; d1 is preferred iff every w whose counts differ is wa or wb of a " +
			"pair with idf(wa) >= idf(wb), c(wa,d1) > c(wa,d2), c(wa,q) >= c(wb,q), c(wa,d1) = c(wb,d2), c(wb,d1) = c(wa,d2)",
		Unconditional: "d1 is preferred iff every w whose counts differ is wa or wb of a pair with idf(wa) >= idf(wb), c(wa,d1) > c(wa,d2), " +
			"c(wa,q) >= c(wb,q), c(wa,d1) = c(wb,d2), c(wb,d1) = c(wa,d2)",
		Source: "Rennings, thesis 2019, eq. 3.9; after Fang, Tao, Zhai 2011, TDC",
		Weak:   true,
		Params: []rule.Param{rule.Variants("rennings", "camara", "klose", "bondarenko")},
		Needs:  rule.Needs{IDF: true},
		Example: rule.ExamplePair("common quokka", "both hold three query tokens, the first more of the rarer quokka",
			"quokka quokka common", "common common quokka", "common sense"),
	},
	Variants: map[string]func(*rule.Spec){
		"camara": camaraDelta,
		"klose": func(s *rule.Spec) {
			s.SameLength = true
			s.Formula = "|d1| ~10% |d2|, equal sums of counts over Q, some count differs; " + printedVotes
			s.Unconditional = printedVotes
			s.Source = "Klose, thesis 2021, section 3.2.1, as printed: the query must hold the rarer term more often. Table 4.1 agrees, " +
				".711 undecided; after Völske et al., ICTIR 2021, section 3.1 and table 1, TDC"
		},
		"bondarenko": func(s *rule.Spec) {
			s.SameLength = true
			s.Formula = "|d1| ~10% |d2|, " + mtdcVotes
			s.Unconditional = mtdcVotesAlone
			s.Source = "Bondarenko et al., SIGIR 2022 (ir_axioms), M-TDC, at the lengths of Klose, thesis 2021"
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		switch b.Word("variant") {
		case "klose", "bondarenko":
			return judgeByVotes(b)
		}
		return judgeByExchanges(b)
	},
	Explain: func(t *rule.Trace) {
		switch t.Word("variant") {
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

// judgeRarer returns the judge of m-tdc. decide compares two documents by the slots of the terms whose counts differ.
func judgeRarer(b *rule.Binding, decide func(x, y []int32, differ []int) rule.Verdict) rule.Judge {
	conditional, differ := !b.Unconditional(), make([]int, 0, len(b.Terms))
	return rule.JudgePairs(b, b.Count, func(x, y *rule.Counts) rule.Verdict {
		if conditional && x.Sum != y.Sum {
			return rule.Void
		}
		if differ = appendDiffering(x, y, differ[:0]); conditional && len(differ) == 0 {
			return rule.Void
		}
		return decide(x.Freq, y.Freq, differ)
	})
}

// judgeByExchanges returns the judge for Rennings' definition: exchanges in favour of one document explain all counts that differ.
func judgeByExchanges(b *rule.Binding) rule.Judge {
	pairs := raritiesOf(b)
	explains := func(x, y []int32, differ []int) bool {
		for _, w := range differ {
			if _, _, ok := pairs.exchange(x, y, w, differ); !ok {
				return false
			}
		}
		return true
	}
	return judgeRarer(b, func(x, y []int32, differ []int) rule.Verdict {
		return rule.PreferOne(explains(x, y, differ), explains(y, x, differ))
	})
}

// rarities holds the numbers by which m-tdc compares query terms. A term's slot is its index.
type rarities struct {
	idf     []float64
	repeats []int32 // c(w,q), the occurrences in the query
	printed bool    // whether the definition is Klose's: idf may be equal, and the query must hold the rarer term more often
}

func raritiesOf(b *rule.Binding) rarities {
	return rarities{b.IDF(), b.Repeats, b.Has("variant") && b.Word("variant") == "klose"}
}

// exchange returns two terms, w and another one, whose counts are exchanged between x and y in favour of x: x holds wa more often, y
// holds wb more often. differ lists the terms whose counts differ. ok is false if there is no such pair.
func (r *rarities) exchange(x, y []int32, w int, differ []int) (wa, wb int, ok bool) {
	for _, v := range differ {
		wa, wb := w, v
		if x[wa] < y[wa] {
			wa, wb = v, w
		}
		if isExchanged(x, y, wa, wb) && x[wa] > y[wa] && r.mayReplace(wa, wb) {
			return wa, wb, true
		}
	}
	return 0, 0, false
}

// mayReplace reports whether wa may be exchanged for wb: idf(wa) >= idf(wb) and c(wa,q) >= c(wb,q).
func (r *rarities) mayReplace(wa, wb int) bool {
	return wa != wb && rule.AtLeast(r.idf[wa], r.idf[wb]) && r.repeats[wa] >= r.repeats[wb]
}

// mayVote reports whether a pair of query terms may vote, by its idf.
func (r *rarities) mayVote(rare, common int) bool {
	return rule.Greater(r.idf[rare], r.idf[common]) || r.printed && rare != common && rule.AtLeast(r.idf[rare], r.idf[common])
}

// votesAlways reports whether a pair that may vote does so even if its counts are not exchanged: the query holds the rarer term at
// least as often, or more often if printed is true.
func (r *rarities) votesAlways(rare, common int) bool {
	return r.repeats[rare] > r.repeats[common] || r.repeats[rare] == r.repeats[common] && !r.printed
}

// judgeByVotes returns the judge of the variants in which pairs of query terms vote. A pair has no vote if its rarer term has the same
// count in both documents. always[slot] is the number of pairs that always vote and have the term as the rarer one.
func judgeByVotes(b *rule.Binding) rule.Judge {
	pairs, always := raritiesOf(b), make([]int, len(b.Terms))
	for rare := range b.Terms {
		for common := range b.Terms {
			if pairs.mayVote(rare, common) && pairs.votesAlways(rare, common) {
				always[rare]++
			}
		}
	}
	return judgeRarer(b, func(x, y []int32, differ []int) rule.Verdict {
		votes := 0
		for _, s := range differ {
			n := always[s]
			for _, t := range differ {
				if isExchanged(x, y, s, t) && pairs.mayVote(s, t) && !pairs.votesAlways(s, t) {
					n++
				}
			}
			votes += n * rule.PreferMore(x[s], y[s]).Preference()
		}
		return rule.PreferMore(votes, 0)
	})
}

// isExchanged reports whether the counts of two terms are exchanged between two documents.
func isExchanged(x, y []int32, s, t int) bool { return x[s] == y[t] && x[t] == y[s] }

// appendDiffering appends the slots of the terms whose counts differ.
func appendDiffering(c, d *rule.Counts, slots []int) []int {
	for w, n := range c.Freq {
		if n != d.Freq[w] {
			slots = append(slots, w)
		}
	}
	return slots
}

// requireExchange adds m-tdc's precondition and returns the slots of the terms whose counts differ.
func requireExchange(t *rule.Trace) []int {
	x, y := &t.Counts[0], &t.Counts[1]
	t.Require(x.Sum == y.Sum, "all query terms: %d = %d", x.Sum, y.Sum)
	differ := appendDiffering(x, y, nil)
	t.Require(len(differ) > 0, "counts differ for %s, at least one", rule.CountNoun(len(differ), "query term"))
	return differ
}

// explainRarerPairs adds, for every term whose counts differ, the exchange that explains it.
func explainRarerPairs(t *rule.Trace) {
	pairs, differ := raritiesOf(t.Binding), requireExchange(t)
	t.Prefer(func(d, e int) {
		x, y := t.Counts[d].Freq, t.Counts[e].Freq
		for _, w := range differ {
			wa, wb, ok := pairs.exchange(x, y, w, differ)
			if !ok {
				t.When(false, "c(%s): %d and %d: exchanged with another term, in favour of one that is no less rare", t.Term(w), x[w], y[w])
				continue
			}
			t.When(true, "c(%s): %d and %d: exchanged, %s (idf %s, %d in the query, %d > %d) for %s (idf %s, %d in the query)",
				t.Term(w), x[w], y[w], t.Term(wa), rule.Decimal(pairs.idf[wa]), t.Repeats[wa], x[wa], y[wa],
				t.Term(wb), rule.Decimal(pairs.idf[wb]), t.Repeats[wb])
		}
	})
}

func explainRarerVotes(t *rule.Trace) {
	var votes [2]int
	pairs, sign := raritiesOf(t.Binding), ">="
	x, y := t.Counts[0].Freq, t.Counts[1].Freq
	if pairs.printed {
		sign = ">"
	}
	for _, rare := range requireExchange(t) {
		for common := range t.Terms {
			if !pairs.mayVote(rare, common) {
				continue
			}
			d, vote := int(rule.OneIf(x[rare] < y[rare])), "no vote"
			exchanged, often := isExchanged(x, y, rare, common), pairs.votesAlways(rare, common)
			if exchanged || often {
				votes[d]++
				vote = "a vote for " + t.Name(d)
			}
			t.Fact("%s: %s (idf %s) is no less rare than %s (idf %s), %d and %d times in %s and %s; counts exchanged: %s, %d %s %d in the query: %s",
				vote, t.Term(rare), rule.Decimal(pairs.idf[rare]), t.Term(common), rule.Decimal(pairs.idf[common]), x[rare], y[rare],
				t.Name(0), t.Name(1), yesOrNo(exchanged), t.Repeats[rare], sign, t.Repeats[common], yesOrNo(often))
		}
	}
	t.PreferVotes(votes)
}

func yesOrNo(holds bool) string {
	if holds {
		return "yes"
	}
	return "no"
}

var lenMTDC = &rule.Definition{
	Spec: rule.Spec{
		ID:            "len-m-tdc",
		Title:         "More occurrences of the rarer query term at about the same length",
		Formula:       "| |d1| - |d2| | <= delta_star max(|d1|,|d2|), " + mtdcVotes,
		Unconditional: mtdcVotesAlone,
		Source:        "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), LEN-M-TDC",
		Weak:          true,
		Params:        rule.LengthBound("none", "0.1"),
		Needs:         rule.Needs{IDF: true},
		Example: rule.ExamplePair("common quokka", "both hold three query tokens in three words, the first more of the rarer quokka",
			"quokka quokka common", "common common quokka", "common sense"),
	},
	Bind:    judgeByVotes,
	Explain: explainRarerVotes,
}
