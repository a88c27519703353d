package axioms

import (
	"cmp"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
)

var lb1 = &definition{
	spec: Spec{
		ID:            "lb1",
		Title:         "A query term that the other lacks",
		Formula:       "S(q,d1) ~10% S(q,d2); some query term is in d1 and not in d2, none is in d2 and not in d1",
		Unconditional: "some query term is in d1 and not in d2, none is in d2 and not in d1",
		Source:        "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, LB1; after Lv, Zhai, CIKM 2011",
		Params:        []param{variants("voelske", "klose")},
		Needs:         Needs{Scores: true},
		Example: Example{
			Query:  "amber fossil",
			Docs:   []string{"amber with a fossil", "amber amber amber"},
			Scores: []float64{5.1, 5},
			Says:   "the scores are within 10 %, and only the first holds fossil as well as amber",
			Want:   []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.Formula = "S(q,d1) ~10% S(q,d2); of the query terms that one of them alone holds, the first in a random order is in d1"
			s.Unconditional = "of the query terms that one of them alone holds, the first in a random order is in d1"
			s.Source = "Klose, thesis 2021, section 3.2.1: the first term in a fixed random order decides, .478 undecided in table 4.1"
			s.drawOrder()
		},
	},
	bind: func(b *binding) Judge {
		conditional, order := !b.unconditional(), b.drawnOrder()
		return judge(b, b.count, func(x, y *counts) Verdict {
			if conditional && (math.IsNaN(x.score) || math.IsNaN(y.score) || !isClose(0.1, x.score, y.score)) {
				return Void
			}
			for _, t := range order {
				if v := preferOne(x.freq[t] > 0, y.freq[t] > 0); v != Neither {
					return v
				}
			}
			if order != nil {
				return Neither
			}
			first, second := false, false
			for t := range x.freq {
				first = first || x.freq[t] > 0 && y.freq[t] == 0
				second = second || y.freq[t] > 0 && x.freq[t] == 0
			}
			return preferOne(first, second)
		})
	},
	explain: func(t *trace) {
		a, b := t.input.Docs[0].Score, t.input.Docs[1].Score
		ok := !math.IsNaN(a) && !math.IsNaN(b)
		t.require(ok, "both have a retrieval score")
		if ok {
			t.require(isClose(0.1, a, b), "scores: %s ~10%% %s", decimal(a), decimal(b))
		}
		if order := t.drawnOrder(); order != nil {
			noteOrder(t, order)
			k := slices.IndexFunc(order, func(s int) bool { return (t.counts[0].freq[s] > 0) != (t.counts[1].freq[s] > 0) })
			t.prefer(func(d, e int) {
				t.when(k >= 0, "a query term is in one of them alone")
				if k >= 0 {
					t.when(t.counts[d].freq[order[k]] > 0, "the first such term, %s, is in %s", t.term(order[k]), t.name(d))
				}
			})
			return
		}
		t.prefer(func(d, e int) {
			onlyD, onlyE := t.onlyIn(&t.counts[d], &t.counts[e]), t.onlyIn(&t.counts[e], &t.counts[d])
			t.when(len(onlyE) == 0, "no query term is in %s alone: %d%s", t.name(e), len(onlyE), t.input.list(onlyE))
			t.when(len(onlyD) > 0, "a query term is in %s alone: %d%s", t.name(d), len(onlyD), t.input.list(onlyD))
		})
	},
}

// onlyIn lists the query terms that x holds and y lacks.
func (b *bag) onlyIn(x, y *counts) (terms []uint32) {
	for w, term := range b.terms {
		if x.freq[w] > 0 && y.freq[w] == 0 {
			terms = append(terms, term)
		}
	}
	return terms
}

// seedParam is the parameter of readings in which the query's terms have a random order.
var seedParam = param{Name: "seed", Doc: "of the random order of each query's terms", Unit: "whole number", Default: "1",
	Whole: true, Max: longest}

// drawOrder adds the parameter of a random order, which begins from the order of the query.
func (s *Spec) drawOrder() {
	s.Params = append(s.Params, seedParam)
	s.Ordered = true
}

// drawnOrder returns the slots of the query's terms in an order that depends on the seed, the
// query's id, and the places of the terms in the query. It returns nil for a reading without a
// random order.
func (b *binding) drawnOrder() []int {
	if !b.has(seedParam.Name) {
		return nil
	}
	id := fnv.New64a()
	id.Write([]byte(b.query))
	random, keys, order := rand.NewPCG(uint64(b.number(seedParam.Name)), id.Sum64()), make([]uint64, len(b.terms)), make([]int, len(b.terms))
	for slot := range order {
		keys[slot], order[slot] = random.Uint64(), slot
	}
	slices.SortFunc(order, func(s, t int) int { return cmp.Compare(keys[s], keys[t]) })
	return order
}

// noteOrder adds the random order of the query's terms.
func noteOrder(t *trace, order []int) {
	terms := make([]uint32, len(order))
	for i, s := range order {
		terms[i] = t.terms[s]
	}
	t.fact("the query's terms in their random order:%s", t.input.list(terms))
}
