package family

import (
	"cmp"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// lb1 compares documents by the query terms that only one of them holds.
var lb1 = &rule.Definition{
	Spec: rule.Spec{
		ID:            "lb1",
		Title:         "A query term that the other lacks",
		Formula:       "S(q,d1) ~10% S(q,d2); some query term is in d1 and not in d2, none is in d2 and not in d1",
		Unconditional: "some query term is in d1 and not in d2, none is in d2 and not in d1",
		Source:        "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, LB1; after Lv, Zhai, CIKM 2011",
		Params:        []rule.Param{rule.Variants("voelske", "klose")},
		Needs:         rule.Needs{Scores: true},
		Example: rule.Example{
			Query:  "amber fossil",
			Docs:   []string{"amber with a fossil", "amber amber amber"},
			Scores: []float64{5.1, 5},
			Says:   "the scores are within 10 %, and only the first holds fossil as well as amber",
			Want:   []int{1},
		},
	},
	Variants: map[string]func(*rule.Spec){
		"klose": func(s *rule.Spec) {
			s.Formula = "S(q,d1) ~10% S(q,d2); of the query terms that one of them alone holds, the first in a random order is in d1"
			s.Unconditional = "of the query terms that one of them alone holds, the first in a random order is in d1"
			s.Source = "Klose, thesis 2021, section 3.2.1: the first term in a fixed random order decides, .478 undecided in table 4.1"
			addRandomOrder(s)
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		conditional, order := !b.Unconditional(), randomOrder(b)
		return rule.JudgePairs(b, b.Count, func(x, y *rule.Counts) rule.Verdict {
			if conditional && (math.IsNaN(x.Score) || math.IsNaN(y.Score) || !rule.IsClose(0.1, x.Score, y.Score)) {
				return rule.Void
			}
			for _, t := range order {
				if v := rule.PreferOne(x.Freq[t] > 0, y.Freq[t] > 0); v != rule.Neither {
					return v
				}
			}
			if order != nil {
				return rule.Neither
			}
			first, second := false, false
			for t := range x.Freq {
				first = first || x.Freq[t] > 0 && y.Freq[t] == 0
				second = second || y.Freq[t] > 0 && x.Freq[t] == 0
			}
			return rule.PreferOne(first, second)
		})
	},
	Explain: func(t *rule.Trace) {
		a, b := t.Input.Docs[0].Score, t.Input.Docs[1].Score
		ok := !math.IsNaN(a) && !math.IsNaN(b)
		t.Require(ok, "both have a retrieval score")
		if ok {
			t.Require(rule.IsClose(0.1, a, b), "scores: %s ~10%% %s", rule.Decimal(a), rule.Decimal(b))
		}
		if order := randomOrder(t.Binding); order != nil {
			addOrderFact(t, order)
			k := slices.IndexFunc(order, func(s int) bool { return (t.Counts[0].Freq[s] > 0) != (t.Counts[1].Freq[s] > 0) })
			t.Prefer(func(d, e int) {
				t.When(k >= 0, "a query term is in one of them alone")
				if k >= 0 {
					t.When(t.Counts[d].Freq[order[k]] > 0, "the first such term, %s, is in %s", t.Term(order[k]), t.Name(d))
				}
			})
			return
		}
		t.Prefer(func(d, e int) {
			onlyD, onlyE := onlyIn(t.Binding, &t.Counts[d], &t.Counts[e]), onlyIn(t.Binding, &t.Counts[e], &t.Counts[d])
			t.When(len(onlyE) == 0, "no query term is in %s alone: %d%s", t.Name(e), len(onlyE), t.Input.List(onlyE))
			t.When(len(onlyD) > 0, "a query term is in %s alone: %d%s", t.Name(d), len(onlyD), t.Input.List(onlyD))
		})
	},
}

// onlyIn lists the query terms that x holds and y lacks.
func onlyIn(b *rule.Binding, x, y *rule.Counts) (terms []uint32) {
	for w, term := range b.Terms {
		if x.Freq[w] > 0 && y.Freq[w] == 0 {
			terms = append(terms, term)
		}
	}
	return terms
}

// seedParam is the parameter of variants that put the query's terms in a random order.
var seedParam = rule.Param{Name: "seed", Doc: "of the random order of each query's terms", Unit: "whole number", Default: "1",
	Whole: true, Max: rule.Longest}

// addRandomOrder adds the parameter of a random order, and marks the Spec as dependent on the order of the query's tokens.
func addRandomOrder(s *rule.Spec) {
	s.Params = append(s.Params, seedParam)
	s.Ordered = true
}

// randomOrder returns the slots of the query's terms in an order that depends on the seed, the query's id, and the places of the
// terms in the query. It returns nil for a variant without a random order.
func randomOrder(b *rule.Binding) []int {
	if !b.Has(seedParam.Name) {
		return nil
	}
	id := fnv.New64a()
	id.Write([]byte(b.Query))
	random, keys, order := rand.NewPCG(uint64(b.Number(seedParam.Name)), id.Sum64()), make([]uint64, len(b.Terms)), make([]int, len(b.Terms))
	for slot := range order {
		keys[slot], order[slot] = random.Uint64(), slot
	}
	slices.SortFunc(order, func(s, t int) int { return cmp.Compare(keys[s], keys[t]) })
	return order
}

// addOrderFact adds the random order of the query's terms to the trace.
func addOrderFact(t *rule.Trace, order []int) {
	terms := make([]uint32, len(order))
	for i, s := range order {
		terms[i] = t.Terms[s]
	}
	t.Fact("the query's terms in their random order:%s", t.Input.List(terms))
}
