package axioms

import "slices"

var lnc1 = &definition{
	spec: Spec{
		ID:     "lnc1",
		Title:  "Fewer words that are no query terms",
		Family: "length normalisation",
		Formula: "c(w,d1) = c(w,d2) for all w in Q; d1 is preferred iff d2 has exactly one more of some term not in Q and d1 has not " +
			"exactly one more of another",
		Unconditional: "d1 is preferred iff d2 has exactly one more of some term not in Q and d1 has not exactly one more of another",
		Source:        "Câmara, Hauff, ECIR 2020, table 1; after Fang, Tao, Zhai 2004, LNC1",
		Weak:          true,
		Params:        append(lengthBound("none", "none"), variants("camara", "klose", "camara-table")),
		Example: Example{
			Query: "rain forest",
			Docs:  []string{"rain forest", "rain forest noise"},
			Says:  "the second has one word more, and it is no query term",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.Formula = "c(t,d1) ~10% c(t,d2) for all t in Q; |d1| < |d2|"
			s.Unconditional = "|d1| < |d2|"
			s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, LNC1; after Hagen et al., CIKM 2016"
			s.Weak = false
		},
		"camara-table": func(s *Spec) {
			s.Formula = "c(w,d1) = c(w,d2) for some w in Q; " + s.Unconditional
			s.Source = "Câmara, Hauff, ECIR 2020, table 2: .94 of the ordered pairs are instances, with \"for any q\" read as some q. Nearly all " +
				"pairs are so in both orders, and have no preference here; so all rankers of table 3 fulfil .50. Inferred from the tables"
		},
	},
	bind: func(b *binding) Judge {
		conditional, someTerm := !b.unconditional(), b.word("variant") == "camara-table"
		if b.word("variant") == "klose" {
			return judge(b, b.count, func(x, y *counts) Verdict {
				for t := range x.freq {
					if conditional && !closeCounts(x.freq[t], y.freq[t]) {
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
			case !conditional:
			case someTerm:
				if equallyOften(x.freq, y.freq) < 0 {
					return Void
				}
			case !slices.Equal(x.freq, y.freq):
				return Void
			case x.some.holdsMore(&y.some) && y.some.holdsMore(&x.some):
				return Neither // the counts of query terms are equal, so a term that one document holds once more is no query term
			}
			return preferOne(compareRuns(b.otherTerms(x), b.otherTerms(y)))
		})
	},
	explain: func(t *trace) {
		klose := t.word("variant") == "klose"
		terms := t.terms
		if t.word("variant") == "camara-table" {
			terms = nil
			if slot := equallyOften(t.counts[0].freq, t.counts[1].freq); slot < 0 {
				t.require(false, "some query term occurs equally often in both")
			} else {
				t.require(true, "c(%s): %d = %d", t.term(slot), t.counts[0].freq[slot], t.counts[1].freq[slot])
			}
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
		t.prefer(func(d, e int) {
			extraD, extraE := extraTerms(t.otherTerms(&docs[e]), t.otherTerms(&docs[d])), extraTerms(t.otherTerms(&docs[d]), t.otherTerms(&docs[e]))
			t.when(len(extraD) == 0, "no term outside the query comes exactly once more in %s: %d%s", t.name(d), len(extraD), t.input.list(extraD))
			t.when(len(extraE) > 0, "a term outside the query comes exactly once more in %s: %d%s", t.name(e), len(extraE), t.input.list(extraE))
		})
	},
}

// equallyOften returns the first slot with equal counts; -1 for none.
func equallyOften(x, y []int32) int {
	for slot, n := range x {
		if n == y[slot] {
			return slot
		}
	}
	return -1
}

// closeCounts reports whether a ~10% b. Below 10 only equal counts are.
func closeCounts(a, b int32) bool {
	return a == b || max(a, b) >= 10 && isClose(0.1, float64(a), float64(b))
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

// compareRuns reports whether b, and whether a, holds some term exactly once more than the other.
// It stops when both do, in documents on different topics after a few terms.
func compareRuns(a, b []run) (inB, inA bool) {
	for (len(a) > 0 || len(b) > 0) && !(inA && inB) {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].term < b[0].term:
			inA = inA || a[0].count == 1
			a = a[1:]
		case len(a) == 0 || b[0].term < a[0].term:
			inB = inB || b[0].count == 1
			b = b[1:]
		default:
			inA = inA || a[0].count == b[0].count+1
			inB = inB || b[0].count == a[0].count+1
			a, b = a[1:], b[1:]
		}
	}
	return inB, inA
}

// extraTerms lists the terms that b holds exactly once more than a.
func extraTerms(a, b []run) (terms []uint32) {
	countA := map[uint32]int32{}
	for _, r := range a {
		countA[r.term] = r.count
	}
	for _, r := range b {
		if r.count == countA[r.term]+1 {
			terms = append(terms, r.term)
		}
	}
	return terms
}
