package axioms

import (
	"math"
	"slices"
)

var lb1 = &definition{
	spec: Spec{
		ID:            "lb1",
		Title:         "A query term that the other lacks",
		Family:        "lower bound",
		Formula:       "S(q,d1) ~10% S(q,d2); some query term is in d1 and not in d2, none is in d2 and not in d1",
		Unconditional: "some query term is in d1 and not in d2, none is in d2 and not in d1",
		Source:        "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, LB1; after Lv, Zhai, CIKM 2011",
		Params:        lengthBound("none", "none"),
		Needs:         Needs{Scores: true},
		Example: Example{
			Query:  "amber fossil",
			Docs:   []string{"amber with a fossil", "amber amber amber"},
			Scores: []float64{5.1, 5},
			Says:   "the scores are within 10%, and only the first holds fossil as well as amber",
			Want:   []int{1},
		},
	},
	bind: func(b *binding) Judge {
		type held struct {
			counts
			score float64
		}
		required := !b.unconditional()
		few := len(b.terms) <= 64 // each has a bit of its own
		var counted []counts
		features := func(docs []Doc, old []held) []held {
			counted = b.count(docs, counted)
			loaded := slices.Grow(old[:0], len(docs))
			for i, c := range counted {
				loaded = append(loaded, held{c, docs[i].Score})
			}
			return loaded
		}
		j := judge(b, features, func(x, y *held) Verdict {
			if required && (math.IsNaN(x.score) || math.IsNaN(y.score) || !about(0.1, x.score, y.score)) {
				return Void
			}
			if few {
				return either(x.holds&^y.holds != 0, y.holds&^x.holds != 0)
			}
			first, second := false, false
			for t := range x.of {
				first = first || x.of[t] > 0 && y.of[t] == 0
				second = second || y.of[t] > 0 && x.of[t] == 0
			}
			return either(first, second)
		})
		if few {
			j.may = func(x, y *held) bool { return (x.holds&^y.holds != 0) != (y.holds&^x.holds != 0) }
		}
		return j
	},
	explain: func(t *trace) {
		a, b := t.of.Docs[0].Score, t.of.Docs[1].Score
		known := !math.IsNaN(a) && !math.IsNaN(b)
		t.require(known, "both have a retrieval score")
		if known {
			t.require(about(0.1, a, b), "scores: %s ~10%% %s", decimal(a), decimal(b))
		}
		t.prefer(func(d, e int) {
			mine, others := t.onlyIn(d, e), t.onlyIn(e, d)
			t.when(len(others) == 0, "no query term is in %s alone: %d%s", t.name(e), len(others), t.listed(others))
			t.when(len(mine) > 0, "a query term is in %s alone: %d%s", t.name(d), len(mine), t.listed(mine))
		})
	},
}

// onlyIn lists the query terms that d holds and e lacks.
func (t *trace) onlyIn(d, e int) (terms []uint32) {
	for w, term := range t.terms {
		if t.counts[d].of[w] > 0 && t.counts[e].of[w] == 0 {
			terms = append(terms, term)
		}
	}
	return terms
}

// listed names terms in parentheses, the first few of many; nothing for none.
func (t *trace) listed(terms []uint32) string {
	text := ""
	for i, term := range terms {
		if i > 0 {
			text += ", "
		}
		if i == 5 {
			text += "..."
			break
		}
		text += t.of.Word(term)
	}
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}
