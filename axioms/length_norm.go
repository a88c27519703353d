package axioms

import (
	"fmt"
	"slices"
)

var lnc1 = &definition{
	spec: Spec{
		ID:    "lnc1",
		Title: "Fewer words that are no query terms",
		Formula: "c(w,d1) = c(w,d2) for all w in Q; d1 is preferred iff d2 has exactly one more of some term not in Q and d1 has not " +
			"exactly one more of another",
		Unconditional: "d1 is preferred iff d2 has exactly one more of some term not in Q and d1 has not exactly one more of another",
		Source:        "Câmara, Hauff, ECIR 2020, table 1; after Fang, Tao, Zhai 2004, LNC1",
		Weak:          true,
		Params:        []param{variants("camara", "klose", "camara-table")},
		Example: examplePair("rain forest", "the second has one word more, and it is no query term",
			"rain forest", "rain forest noise"),
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.Formula = "c(t,d1) ~10% c(t,d2) for all t in Q; |d1| < |d2|"
			s.Unconditional = "|d1| < |d2|"
			s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, LNC1; after Hagen et al., CIKM 2016"
			s.Weak = false
		},
		"camara-table": func(s *Spec) {
			s.Formula = "d1 is preferred iff d2 has exactly one more of some term of d1 not in Q and d1 has not exactly one more of another of d2"
			s.Unconditional = ""
			s.Source = codeOfCamara + "LNC1, asks nothing of query terms. Table 2 has .94 of the ordered pairs as instances: nearly all pairs " +
				"are so in both orders, and have no preference here; so all rankers of table 3 fulfil .50"
			s.Example = examplePair("rain forest", "both hold noise, and the second has one more of it", "rain noise", "noise noise")
		},
	},
	bind: func(b *binding) Judge {
		conditional, byTable := !b.unconditional(), b.word("variant") == "camara-table"
		if b.word("variant") == "klose" {
			return judge(b, b.count, func(x, y *counts) Verdict {
				for t := range x.freq {
					if conditional && !isClose(0.1, float64(x.freq[t]), float64(y.freq[t])) {
						return Void
					}
				}
				return preferMore(y.length, x.length)
			})
		}
		countAll := func(c *counts, d *Doc) allCounts {
			x := allCounts{counts: *c, terms: d.Terms}
			x.some.sign(d.Terms)
			return x
		}
		return judge(b, eachCounted(b, countAll), func(x, y *allCounts) Verdict {
			switch {
			case byTable:
				inY, inX := compareRuns(b.otherTerms(x), b.otherTerms(y), true)
				if !inY && !inX {
					return Void
				}
				return preferOne(inY, inX)
			case !conditional:
			case !slices.Equal(x.freq, y.freq):
				return Void
			case x.some.holdsMore(&y.some) && y.some.holdsMore(&x.some):
				return Neither // the counts of query terms are equal, so a term that one document holds once more is no query term
			}
			return preferOne(compareRuns(b.otherTerms(x), b.otherTerms(y), false))
		})
	},
	explain: func(t *trace) {
		klose, byTable := t.word("variant") == "klose", t.word("variant") == "camara-table"
		terms := t.terms
		if byTable {
			terms = nil
		}
		for w := range terms {
			x, y := t.counts[0].freq[w], t.counts[1].freq[w]
			if klose {
				t.require(isClose(0.1, float64(x), float64(y)), "c(%s): %d ~10%% %d", t.term(w), x, y)
			} else {
				t.require(x == y, "c(%s): %d = %d", t.term(w), x, y)
			}
		}
		if klose {
			t.prefer(func(d, e int) {
				x, y := t.counts[d].length, t.counts[e].length
				t.when(x < y, "length: %d < %d", x, y)
			})
			return
		}
		docs := featuresOf[allCounts](t)
		extra := func(d, e int) []uint32 { return extraTerms(t.otherTerms(&docs[d]), t.otherTerms(&docs[e]), byTable) }
		if byTable {
			t.require(len(extra(0, 1))+len(extra(1, 0)) > 0, "of a term outside the query that both hold, one holds exactly one more")
		}
		t.prefer(func(d, e int) {
			extraD, extraE := extra(e, d), extra(d, e)
			t.when(len(extraD) == 0, "no term outside the query comes exactly once more in %s: %d%s", t.name(d), len(extraD), t.input.list(extraD))
			t.when(len(extraE) > 0, "a term outside the query comes exactly once more in %s: %d%s", t.name(e), len(extraE), t.input.list(extraE))
		})
	},
}

// allCounts holds the counts of a document's terms: query terms by slot, all others as runs.
type allCounts struct {
	counts
	terms   []uint32 // of the document
	runs    []run    // the result of otherTerms
	some    signature
	counted bool // otherTerms was called
}

// run is a term and how often a document holds it.
type run struct {
	term  uint32
	count int32
}

// otherTerms returns the runs of the terms that are not in the query, in the order of term ids.
func (b *bag) otherTerms(c *allCounts) []run {
	if c.counted {
		return c.runs
	}
	terms := make([]uint32, 0, len(c.terms))
	for _, t := range c.terms {
		if b.slot(t) < 0 {
			terms = append(terms, t)
		}
	}
	slices.Sort(terms)
	c.counted, c.runs = true, make([]run, 0, len(terms))
	for k, t := range terms {
		if k > 0 && terms[k-1] == t {
			c.runs[len(c.runs)-1].count++
		} else {
			c.runs = append(c.runs, run{t, 1})
		}
	}
	return c.runs
}

// signature has 512 bits; several terms may share a bit. all has the bits of a document's terms,
// once the bits that a single token sets.
type signature struct{ all, once [8]uint64 }

// sign fills an empty signature from a document's terms.
func (s *signature) sign(terms []uint32) {
	var twice [8]uint64
	for _, t := range terms {
		h := t * 0x9E3779B1 // by 2^32 over the golden ratio
		word, bit := h>>29, uint64(1)<<(h>>23&63)
		twice[word] |= s.all[word] & bit
		s.all[word] |= bit
	}
	for i := range twice {
		s.once[i] = s.all[i] &^ twice[i]
	}
}

// holdsMore reports whether a document certainly holds a term once that the other lacks.
func (s *signature) holdsMore(other *signature) bool {
	for i, once := range s.once {
		if once&^other.all[i] != 0 {
			return true
		}
	}
	return false
}

// compareRuns reports whether b, and whether a, holds some term exactly once more than the other, which must hold it too if inBoth.
// It stops when both do, in documents on different topics after a few terms.
func compareRuns(a, b []run, inBoth bool) (inB, inA bool) {
	for (len(a) > 0 || len(b) > 0) && !(inA && inB) {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].term < b[0].term:
			inA = inA || a[0].count == 1 && !inBoth
			a = a[1:]
		case len(a) == 0 || b[0].term < a[0].term:
			inB = inB || b[0].count == 1 && !inBoth
			b = b[1:]
		default:
			inA = inA || a[0].count == b[0].count+1
			inB = inB || b[0].count == a[0].count+1
			a, b = a[1:], b[1:]
		}
	}
	return inB, inA
}

// extraTerms lists the terms that b holds exactly once more than a, which must hold them too if inBoth.
func extraTerms(a, b []run, inBoth bool) (terms []uint32) {
	countA := map[uint32]int32{}
	for _, r := range a {
		countA[r.term] = r.count
	}
	for _, r := range b {
		if n := countA[r.term]; r.count == n+1 && (n > 0 || !inBoth) {
			terms = append(terms, r.term)
		}
	}
	return terms
}

var lnc2 = &definition{
	spec: Spec{
		ID:      "lnc2",
		Title:   "A document repeated ranks no lower",
		Formula: "d holds a query term; S(q, d repeated k times) >= S(q, d) for each k in {2, 3, 4} with k |d| <= max_words",
		Source:  "Rennings, thesis 2019, eq. 3.12; after Fang, Tao, Zhai 2004, LNC2",
		Weak:    true,
		Params: []param{
			variants("rennings", "camara"),
			{Name: "max_words", Doc: "longest document made (rennings)", Unit: "words", Default: "240", Whole: true, Max: longest},
			{Name: "max_pieces", Doc: "longest document made (camara)", Unit: "word pieces", Default: "512", Whole: true, Max: longest},
		},
		Example: Example{
			Query: "whale",
			Docs:  []string{"a blue whale"},
			Says:  "it has a query term; 12 words are within 240",
			Want:  []int{2, 3, 4},
		},
	},
	variants: map[string]func(*Spec){
		"camara": func(s *Spec) {
			s.Formula = "d holds a query term; S(q, d repeated k times) >= S(q, d) for k = floor(max_pieces / |d| in word pieces), when k >= 2"
			s.Source = "Câmara, Hauff, ECIR 2020, table 1"
			s.Needs.Pieces = true
			s.Example.Says = "the document holds a query term, and its three word pieces fit 170 times into 512"
			s.Example.Want = []int{170}
		},
	},
	repeats: func(v values, q Query, d Doc, pieces int) []int {
		b := bagOf(q)
		if !slices.ContainsFunc(d.Terms, func(t uint32) bool { return b.slot(t) >= 0 }) {
			return nil
		}
		if v.word("variant") == "camara" {
			if k := int(v.number("max_pieces")) / max(pieces, 1); k >= 2 {
				return []int{k}
			}
			return nil
		}
		var list []int
		for k := 2; k <= 4 && k*d.Len() <= int(v.number("max_words")); k++ {
			list = append(list, k)
		}
		return list
	},
	explain: func(t *trace) {
		d, length := t.name(0), t.input.Docs[0].Len()
		t.require(t.counts[0].sum > 0, "%s holds a query term: %d", d, t.counts[0].sum)
		if t.word("variant") == "camara" {
			pieces, limit := t.input.Pieces[0], int(t.number("max_pieces"))
			k := limit / max(pieces, 1)
			t.alternative(fmt.Sprintf("%s repeated %s above %s", d, countNoun(k, "time"), d), func() {
				t.when(k >= 2, "%s fit %s into %d, at least 2", countNoun(pieces, "word piece"), countNoun(k, "time"), limit)
			})
			return
		}
		limit := int(t.number("max_words"))
		for k := 2; k <= 4; k++ {
			t.alternative(fmt.Sprintf("%s repeated %s above %s", d, countNoun(k, "time"), d), func() {
				t.when(k*length <= limit, "%d * %d = %s <= %d", k, length, countNoun(k*length, "word"), limit)
			})
		}
	},
}

var tflnc = &definition{
	spec: Spec{
		ID:      "tf-lnc",
		Title:   "Longer by nothing but query terms",
		Formula: "each distinct query term t with c(t,d1) > c(t,d2) and |d1| = |d2| + c(t,d1) - c(t,d2) votes for d1; mirrored for d2",
		Source:  "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, TF-LNC; after Fang, Tao, Zhai 2011",
		Example: examplePair("rain forest", "the first is one word longer and that word is a query term",
			"rain rain in the forest", "rain in the forest"),
	},
	bind: func(b *binding) Judge {
		return judge(b, b.count, func(x, y *counts) Verdict {
			longer, votes := x.length-y.length, 0
			if longer == 0 || longer > x.sum || -longer > y.sum {
				return Neither
			}
			for t := range x.freq {
				// The difference in length has the sign of the difference in count, so each term votes at most once.
				if more := x.freq[t] - y.freq[t]; more == longer {
					votes += sign(more)
				}
			}
			return preferMore(votes, 0)
		})
	},
	explain: func(t *trace) {
		var votes [2]int
		longer := t.counts[0].length - t.counts[1].length
		t.fact("lengths %d and %d differ by %d", t.counts[0].length, t.counts[1].length, longer)
		for w := range t.terms {
			x, y := t.counts[0].freq[w], t.counts[1].freq[w]
			if x == y {
				continue
			}
			vote := "no vote"
			if x-y == longer {
				d := int(oneIf(longer < 0))
				votes[d]++
				vote = "a vote for " + t.name(d)
			}
			t.fact("c(%s): %d and %d differ by %d: %s", t.term(w), x, y, x-y, vote)
		}
		t.preferVotes(votes)
	},
}

func sign(n int32) int { return preferMore(n, 0).Preference() }

var ln2 = &definition{
	spec: Spec{
		ID:      "ln2",
		Title:   "The same document several times over",
		Formula: "|d1| = k |d2| > 0 and c(t,d1) = k c(t,d2) for all t in Q, for an integer k > 1",
		Source:  "Câmara, Hauff, ECIR 2020, table 1; after Fang, Tao, Zhai 2004, LNC2",
		Weak:    true,
		Example: examplePair("whale", "the first is twice as long and holds the query term twice as often",
			"blue whale blue whale", "blue whale"),
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
