package axioms

import (
	"math"
	"slices"
)

var lb1 = &definition{
	spec: Spec{
		ID:      "lb1",
		Title:   "A query term that the other lacks",
		Family:  "lower bound",
		Formula: "S(q,d1) ~10% S(q,d2); some query term is in d1 and not in d2, none is in d2 and not in d1",
		Source:  "Klose, thesis 2021; after Lv, Zhai, CIKM 2011, LB1",
		Params:  lengthBound("none", "none"),
		Needs:   Needs{Scores: true},
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
		var counted []counts
		features := func(docs []Doc, old []held) []held {
			counted = b.count(docs, counted)
			loaded := slices.Grow(old[:0], len(docs))
			for i, c := range counted {
				loaded = append(loaded, held{c, docs[i].Score})
			}
			return loaded
		}
		return judge(b, features, func(x, y *held) Verdict {
			if math.IsNaN(x.score) || math.IsNaN(y.score) || !about(0.1, x.score, y.score) {
				return Void
			}
			first, second := false, false
			for t := range x.of {
				first = first || x.of[t] > 0 && y.of[t] == 0
				second = second || y.of[t] > 0 && x.of[t] == 0
			}
			return either(first, second)
		})
	},
}
