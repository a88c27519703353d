package family

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// lnc1 and the other axioms of this file compare documents by their lengths and by terms that are not in the query.
var lnc1 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "lnc1",
		Title: "Fewer words that are no query terms",
		Formula: "c(w,d1) = c(w,d2) for all w in Q; d1 is preferred iff d2 has exactly one more of some term not in Q and d1 has not " +
			"exactly one more of another",
		Unconditional: "d1 is preferred iff d2 has exactly one more of some term not in Q and d1 has not exactly one more of another",
		Source:        "Câmara, Hauff, ECIR 2020, table 1; after Fang, Tao, Zhai 2004, LNC1",
		Weak:          true,
		Params:        []rule.Param{rule.Variants("camara", "klose", "camara-table")},
		Example: rule.ExamplePair("rain forest", "the second has one word more, and it is no query term",
			"rain forest", "rain forest noise"),
	},
	Variants: map[string]func(*rule.Spec){
		"klose": func(s *rule.Spec) {
			s.Formula = "c(t,d1) ~10% c(t,d2) for all t in Q; |d1| < |d2|"
			s.Unconditional = "|d1| < |d2|"
			s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, LNC1; after Hagen et al., CIKM 2016"
			s.Weak = false
		},
		"camara-table": func(s *rule.Spec) {
			s.Formula = "d1 is preferred iff d2 has exactly one more of some term of d1 not in Q and d1 has not exactly one more of another of d2"
			s.Unconditional = ""
			s.Source = codeOfCamara + "LNC1, asks nothing of query terms. Table 2 has .94 of the ordered pairs as instances: nearly all pairs " +
				"are so in both orders, and have no preference here; so all rankers of table 3 fulfil .50"
			s.Example = rule.ExamplePair("rain forest", "both hold noise, and the second has one more of it", "rain noise", "noise noise")
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		conditional, byTable := !b.Unconditional(), b.Word("variant") == "camara-table"
		if b.Word("variant") == "klose" {
			return rule.JudgePairs(b, b.Count, func(x, y *rule.Counts) rule.Verdict {
				for t := range x.Freq {
					if conditional && !rule.IsClose(0.1, float64(x.Freq[t]), float64(y.Freq[t])) {
						return rule.Void
					}
				}
				return rule.PreferMore(y.Length, x.Length)
			})
		}
		countAll := func(c *rule.Counts, d *rule.Doc) allCounts {
			return allCounts{Counts: *c, terms: d.Terms}
		}
		return rule.JudgePairs(b, rule.EachCounted(b, countAll), func(x, y *allCounts) rule.Verdict {
			switch {
			case byTable:
				inY, inX := compareCounts(otherTerms(b, x), otherTerms(b, y), true)
				if !inY && !inX {
					return rule.Void
				}
				return rule.PreferOne(inY, inX)
			case conditional && !slices.Equal(x.Freq, y.Freq):
				return rule.Void
			}
			return rule.PreferOne(compareCounts(otherTerms(b, x), otherTerms(b, y), false))
		})
	},
	Explain: func(t *rule.Trace) {
		klose, byTable := t.Word("variant") == "klose", t.Word("variant") == "camara-table"
		terms := t.Terms
		if byTable {
			terms = nil
		}
		for w := range terms {
			x, y := t.Counts[0].Freq[w], t.Counts[1].Freq[w]
			if klose {
				t.Require(rule.IsClose(0.1, float64(x), float64(y)), "c(%s): %d ~10%% %d", t.Term(w), x, y)
			} else {
				t.Require(x == y, "c(%s): %d = %d", t.Term(w), x, y)
			}
		}
		if klose {
			t.Prefer(func(d, e int) {
				x, y := t.Counts[d].Length, t.Counts[e].Length
				t.When(x < y, "length: %d < %d", x, y)
			})
			return
		}
		docs := rule.FeaturesOf[allCounts](t)
		extra := func(d, e int) []uint32 {
			return extraTerms(otherTerms(t.Binding, &docs[d]), otherTerms(t.Binding, &docs[e]), byTable)
		}
		if byTable {
			t.Require(len(extra(0, 1))+len(extra(1, 0)) > 0, "of a term outside the query that both hold, one holds exactly one more")
		}
		t.Prefer(func(d, e int) {
			extraD, extraE := extra(e, d), extra(d, e)
			t.When(len(extraD) == 0, "no term outside the query comes exactly once more in %s: %d%s", t.Name(d), len(extraD), t.Input.List(extraD))
			t.When(len(extraE) > 0, "a term outside the query comes exactly once more in %s: %d%s", t.Name(e), len(extraE), t.Input.List(extraE))
		})
	},
}

// allCounts counts all terms of a document: the query terms in Counts, the others in others.
type allCounts struct {
	rule.Counts
	terms []uint32 // tokens of the document
	otherCounts
}

// otherCounts keeps the result of otherTerms.
type otherCounts struct {
	others  []termCount
	counted bool // whether otherTerms was called
}

// termCount is a term and the number of its occurrences in a document.
type termCount struct {
	term  uint32
	count int32
}

// otherTerms returns the counts of the terms that are not in the query, in the order of term ids.
func otherTerms(b *rule.Binding, c *allCounts) []termCount {
	if c.counted {
		return c.others
	}
	terms := make([]uint32, 0, len(c.terms))
	for _, t := range c.terms {
		if b.Slot(t) < 0 {
			terms = append(terms, t)
		}
	}
	slices.Sort(terms)
	c.counted, c.others = true, make([]termCount, 0, len(terms))
	for k, t := range terms {
		if k > 0 && terms[k-1] == t {
			c.others[len(c.others)-1].count++
		} else {
			c.others = append(c.others, termCount{t, 1})
		}
	}
	return c.others
}

// compareCounts reports whether b holds some term exactly once more than a, and whether a holds some term exactly once more than b.
// If inBoth is true, only terms of both documents count. It stops when both are true, which takes few terms for different topics.
func compareCounts(a, b []termCount, inBoth bool) (inB, inA bool) {
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

// extraTerms lists the terms that b holds exactly once more than a. If inBoth is true, only terms of both documents count.
func extraTerms(a, b []termCount, inBoth bool) (terms []uint32) {
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

var lnc2 = &rule.Definition{
	Spec: rule.Spec{
		ID:      "lnc2",
		Title:   "A document repeated ranks no lower",
		Formula: "d holds a query term; S(q, d repeated k times) >= S(q, d) for each k in {2, 3, 4} with k |d| <= max_words",
		Source:  "Rennings, thesis 2019, eq. 3.12; after Fang, Tao, Zhai 2004, LNC2",
		Weak:    true,
		Params: []rule.Param{
			rule.Variants("rennings", "camara"),
			{Name: "max_words", Doc: "longest document made (rennings)", Unit: "words", Default: "240", Whole: true, Max: rule.Longest},
			{Name: "max_pieces", Doc: "longest document made (camara)", Unit: "word pieces", Default: "512", Whole: true, Max: rule.Longest},
		},
		Example: rule.Example{
			Query: "whale",
			Docs:  []string{"a blue whale"},
			Says:  "it has a query term; 12 words are within 240",
			Want:  []int{2, 3, 4},
		},
	},
	Variants: map[string]func(*rule.Spec){
		"camara": func(s *rule.Spec) {
			s.Formula = "d holds a query term; S(q, d repeated k times) >= S(q, d) for k = floor(max_pieces / |d| in word pieces), when k >= 2"
			s.Source = "Câmara, Hauff, ECIR 2020, table 1"
			s.Needs.Pieces = true
			s.Example.Says = "the document holds a query term, and its three word pieces fit 170 times into 512"
			s.Example.Want = []int{170}
		},
	},
	Repeats: func(v rule.Values, q rule.Query, d rule.Doc, pieces int) []int {
		b := rule.BagOf(q)
		if !slices.ContainsFunc(d.Terms, func(t uint32) bool { return b.Slot(t) >= 0 }) {
			return nil
		}
		if v.Word("variant") == "camara" {
			if k := int(v.Number("max_pieces")) / max(pieces, 1); k >= 2 {
				return []int{k}
			}
			return nil
		}
		var list []int
		for k := 2; k <= 4 && k*d.Len() <= int(v.Number("max_words")); k++ {
			list = append(list, k)
		}
		return list
	},
	Explain: func(t *rule.Trace) {
		d, length := t.Name(0), t.Input.Docs[0].Len()
		t.Require(t.Counts[0].Sum > 0, "%s holds a query term: %d", d, t.Counts[0].Sum)
		if t.Word("variant") == "camara" {
			pieces, limit := t.Input.Pieces[0], int(t.Number("max_pieces"))
			k := limit / max(pieces, 1)
			t.Alternative(fmt.Sprintf("%s repeated %s above %s", d, rule.CountNoun(k, "time"), d), func() {
				t.When(k >= 2, "%s fit %s into %d, at least 2", rule.CountNoun(pieces, "word piece"), rule.CountNoun(k, "time"), limit)
			})
			return
		}
		limit := int(t.Number("max_words"))
		for k := 2; k <= 4; k++ {
			t.Alternative(fmt.Sprintf("%s repeated %s above %s", d, rule.CountNoun(k, "time"), d), func() {
				t.When(k*length <= limit, "%d * %d = %s <= %d", k, length, rule.CountNoun(k*length, "word"), limit)
			})
		}
	},
}

var tflnc = &rule.Definition{
	Spec: rule.Spec{
		ID:      "tf-lnc",
		Title:   "Longer by nothing but query terms",
		Formula: "each distinct query term t with c(t,d1) > c(t,d2) and |d1| = |d2| + c(t,d1) - c(t,d2) votes for d1; mirrored for d2",
		Source:  "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, TF-LNC; after Fang, Tao, Zhai 2011",
		Example: rule.ExamplePair("rain forest", "the first is one word longer and that word is a query term",
			"rain rain in the forest", "rain in the forest"),
	},
	Bind: func(b *rule.Binding) rule.Judge {
		return rule.JudgePairs(b, b.Count, func(x, y *rule.Counts) rule.Verdict {
			longer, votes := x.Length-y.Length, 0
			if longer == 0 || longer > x.Sum || -longer > y.Sum {
				return rule.Neither
			}
			for t := range x.Freq {
				// The difference in length has the sign of the difference in count, so each term votes at most once.
				if more := x.Freq[t] - y.Freq[t]; more == longer {
					votes += rule.PreferMore(more, 0).Preference()
				}
			}
			return rule.PreferMore(votes, 0)
		})
	},
	Explain: func(t *rule.Trace) {
		var votes [2]int
		longer := t.Counts[0].Length - t.Counts[1].Length
		t.Fact("lengths %d and %d differ by %d", t.Counts[0].Length, t.Counts[1].Length, longer)
		for w := range t.Terms {
			x, y := t.Counts[0].Freq[w], t.Counts[1].Freq[w]
			if x == y {
				continue
			}
			vote := "no vote"
			if x-y == longer {
				d := int(rule.OneIf(longer < 0))
				votes[d]++
				vote = "a vote for " + t.Name(d)
			}
			t.Fact("c(%s): %d and %d differ by %d: %s", t.Term(w), x, y, x-y, vote)
		}
		t.PreferVotes(votes)
	},
}

var ln2 = &rule.Definition{
	Spec: rule.Spec{
		ID:      "ln2",
		Title:   "The same document several times over",
		Formula: "|d1| = k |d2| > 0 and c(t,d1) = k c(t,d2) for all t in Q, for an integer k > 1",
		Source:  "Câmara, Hauff, ECIR 2020, table 1; after Fang, Tao, Zhai 2004, LNC2",
		Weak:    true,
		Example: rule.ExamplePair("whale", "the first is twice as long and holds the query term twice as often",
			"blue whale blue whale", "blue whale"),
	},
	Bind: func(b *rule.Binding) rule.Judge {
		isMultiple := func(x, y *rule.Counts) bool {
			if y.Length == 0 || x.Length <= y.Length || x.Length%y.Length != 0 {
				return false
			}
			k := x.Length / y.Length
			for t := range x.Freq {
				if x.Freq[t] != k*y.Freq[t] {
					return false
				}
			}
			return true
		}
		return rule.JudgePairs(b, b.Count, func(x, y *rule.Counts) rule.Verdict { return rule.PreferOne(isMultiple(x, y), isMultiple(y, x)) })
	},
	Explain: func(t *rule.Trace) {
		t.Prefer(func(d, e int) {
			x, y := &t.Counts[d], &t.Counts[e]
			whole := y.Length > 0 && x.Length > y.Length && x.Length%y.Length == 0
			t.When(whole, "length: %d is a multiple of %d", x.Length, y.Length)
			if !whole {
				return
			}
			k := x.Length / y.Length
			for w := range x.Freq {
				t.When(x.Freq[w] == k*y.Freq[w], "c(%s): %d = %d * %d", t.Term(w), x.Freq[w], k, y.Freq[w])
			}
		})
	},
}
