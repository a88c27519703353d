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
		type scoredCounts struct {
			counts
			score float64
		}
		conditional := !b.unconditional()
		few := len(b.terms) <= 64 // each has a bit of its own
		var docCounts []counts
		features := func(docs []Doc, old []scoredCounts) []scoredCounts {
			docCounts = b.count(docs, docCounts)
			list := slices.Grow(old[:0], len(docs))
			for i, c := range docCounts {
				list = append(list, scoredCounts{c, docs[i].Score})
			}
			return list
		}
		j := judge(b, features, func(x, y *scoredCounts) Verdict {
			if conditional && (math.IsNaN(x.score) || math.IsNaN(y.score) || !isClose(0.1, x.score, y.score)) {
				return Void
			}
			if few {
				return preferOne(x.holds&^y.holds != 0, y.holds&^x.holds != 0)
			}
			first, second := false, false
			for t := range x.freq {
				first = first || x.freq[t] > 0 && y.freq[t] == 0
				second = second || y.freq[t] > 0 && x.freq[t] == 0
			}
			return preferOne(first, second)
		})
		if few {
			j.canPrefer = func(x, y *scoredCounts) bool { return (x.holds&^y.holds != 0) != (y.holds&^x.holds != 0) }
		}
		return j
	},
	explain: func(t *trace) {
		a, b := t.input.Docs[0].Score, t.input.Docs[1].Score
		ok := !math.IsNaN(a) && !math.IsNaN(b)
		t.require(ok, "both have a retrieval score")
		if ok {
			t.require(isClose(0.1, a, b), "scores: %s ~10%% %s", decimal(a), decimal(b))
		}
		t.prefer(func(d, e int) {
			onlyD, onlyE := t.onlyIn(d, e), t.onlyIn(e, d)
			t.when(len(onlyE) == 0, "no query term is in %s alone: %d%s", t.name(e), len(onlyE), t.listTerms(onlyE))
			t.when(len(onlyD) > 0, "a query term is in %s alone: %d%s", t.name(d), len(onlyD), t.listTerms(onlyD))
		})
	},
}

// onlyIn lists the query terms that d holds and e lacks.
func (t *trace) onlyIn(d, e int) (terms []uint32) {
	for w, term := range t.terms {
		if t.counts[d].freq[w] > 0 && t.counts[e].freq[w] == 0 {
			terms = append(terms, term)
		}
	}
	return terms
}

// listTerms returns terms in parentheses, the first few of many, and "" for no terms.
func (t *trace) listTerms(terms []uint32) string {
	text := ""
	for i, term := range terms {
		if i > 0 {
			text += ", "
		}
		if i == 5 {
			text += "..."
			break
		}
		text += t.input.Word(term)
	}
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}
