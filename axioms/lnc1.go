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
		Params:        append(lengthBound("none", "none"), variants("camara", "klose")),
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
	},
	bind: func(b *binding) Judge {
		required := !b.unconditional()
		if b.word("variant") == "klose" {
			return judge(b, b.count, func(x, y *counts) Verdict {
				for t := range x.of {
					if required && !alike(x.of[t], y.of[t]) {
						return Void
					}
				}
				return more(y.length, x.length)
			})
		}
		j := judge(b, b.countAll, func(x, y *allCounts) Verdict {
			if required && !slices.Equal(x.of, y.of) {
				return Void
			}
			// As no query term is held more often by one of them, a term held once more is another one.
			if required && x.some.more(&y.some) && y.some.more(&x.some) {
				return Neither
			}
			return either(oneMore(b.others(x), b.others(y)))
		})
		if required {
			j.key = func(x *allCounts) uint64 { return x.hash() }
		}
		return j
	},
	explain: func(t *trace) {
		klose := t.word("variant") == "klose"
		for w := range t.terms {
			x, y := t.counts[0].of[w], t.counts[1].of[w]
			if klose {
				t.require(about(0.1, float64(x), float64(y)), "c(%s): %d ~10%% %d", t.term(w), x, y)
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
		of := loaded[allCounts](t)
		t.prefer(func(d, e int) {
			mine, others := oneMoreOf(t.others(&of[e]), t.others(&of[d])), oneMoreOf(t.others(&of[d]), t.others(&of[e]))
			t.when(len(mine) == 0, "no term outside the query comes exactly once more in %s: %d%s", t.name(d), len(mine), t.listed(mine))
			t.when(len(others) > 0, "a term outside the query comes exactly once more in %s: %d%s", t.name(e), len(others), t.listed(others))
		})
	},
}

// alike is a ~10% b for counts; below 10 only equal ones are.
func alike(a, b int32) bool { return a == b || max(a, b) >= 10 && about(0.1, float64(a), float64(b)) }

// allCounts are the counts of a document's terms: those of the query by slot; of all others, the runs.
type allCounts struct {
	counts
	terms    []uint32 // the document's
	runs     []run    // what others gives, once it was asked
	some     signature
	compared bool // others was asked
}

// run is how often a document holds a term.
type run struct {
	term  uint32
	count int32
}

func (b *binding) countAll(docs []Doc, old []allCounts) []allCounts {
	loaded := slices.Grow(old[:0], len(docs))
	for i, c := range b.count(docs, nil) {
		loaded = append(loaded, allCounts{counts: c, terms: docs[i].Terms})
		loaded[i].some.sign(docs[i].Terms)
	}
	return loaded
}

// others are the runs of the terms that are not in the query, in the order of term ids.
func (b *bag) others(c *allCounts) []run {
	if c.compared {
		return c.runs
	}
	terms := make([]uint32, 0, len(c.terms))
	for _, t := range c.terms {
		if b.slot(t) < 0 {
			terms = append(terms, t)
		}
	}
	slices.Sort(terms)
	c.compared, c.runs = true, make([]run, 0, len(terms))
	for k, t := range terms {
		if k > 0 && terms[k-1] == t {
			c.runs[len(c.runs)-1].count++
		} else {
			c.runs = append(c.runs, run{t, 1})
		}
	}
	return c.runs
}

// signature has a bit for every term of a document, which some terms share: which bits its terms have, and which of them but one token.
type signature struct{ held, once [8]uint64 }

// sign makes the empty signature that of a document.
func (s *signature) sign(terms []uint32) {
	var again [8]uint64
	for _, t := range terms {
		h := t * 0x9E3779B1 // by 2^32 over the golden ratio
		at, bit := h>>29, uint64(1)<<(h>>23&63)
		again[at] |= s.held[at] & bit
		s.held[at] |= bit
	}
	for i := range again {
		s.once[i] = s.held[i] &^ again[i]
	}
}

// more says for sure that a document holds a term once that the other lacks.
func (s *signature) more(other *signature) bool {
	for i, once := range s.once {
		if once&^other.held[i] != 0 {
			return true
		}
	}
	return false
}

// oneMore says whether b, and whether a, holds some term exactly once more than the other does. It stops when both do,
// which in documents on different matters is after a few terms.
func oneMore(a, b []run) (inB, inA bool) {
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

// oneMoreOf lists the terms that b holds exactly once more than a.
func oneMoreOf(a, b []run) (terms []uint32) {
	in := map[uint32]int32{}
	for _, r := range a {
		in[r.term] = r.count
	}
	for _, r := range b {
		if r.count == in[r.term]+1 {
			terms = append(terms, r.term)
		}
	}
	return terms
}
