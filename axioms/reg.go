package axioms

import "slices"

var reg = &definition{
	spec: Spec{
		ID:      "reg",
		Title:   "More of the query term that is most like the others",
		Family:  "query aspects",
		Formula: "t* = the distinct query term with the largest summed similarity to the other ones; c(t*,d1) > c(t*,d2); tied terms must agree",
		Source:  "Klose, thesis 2021; after Völske et al., ICTIR 2021, section 3.1 and table 1, REG, and Wu, Fang, ECIR 2012",
		Params:  append(lengthBound("none", "none"), variants("voelske", "klose"), similaritySource),
		Needs:   Needs{Similarity: true},
		Example: Example{
			Query:        "cat dog paris",
			Docs:         []string{"a dog in paris", "a cat in paris"},
			Similarities: []termSimilarity{{"cat", "dog", 0.8}, {"dog", "paris", 0.2}, {"cat", "paris", 0.1}},
			Says:         "dog is most like the other query terms, and only the first holds it",
			Want:         []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.Formula = "t* = the distinct query term with the largest summed similarity to the other ones, the first in a random order of tied " +
				"terms; c(t*,d1) > c(t*,d2)"
			s.Source = "Klose, thesis 2021, section 3.2.4: argmax is one term. Table 4.1 has .451 undecided, fewer than with tied terms that " +
				"must agree"
			s.drawOrder()
		},
	},
	bind:    func(b *binding) Judge { return preferCentral(b, 1) },
	explain: func(t *trace) { explainCentral(t, 1) },
}

// centralTerms returns the slots of the query terms with the largest sum of similarities to the
// other terms, or with the smallest sum for sign -1. A term that the source leaves out takes no
// part. It returns none where fewer than two terms take part, and one of tied terms where there is
// an order: the first in it.
func centralTerms(s similarities, sign float64, order []int) (tied []int) {
	sums, takesPart := make([]float64, len(s.terms)), make([]bool, len(s.terms))
	best := -1
	for slot := range sums {
		if sums[slot], takesPart[slot] = s.sumToOthers(slot); !takesPart[slot] {
			continue
		}
		if sums[slot] *= sign; best < 0 || sums[slot] > sums[best] {
			best = slot
		}
	}
	for slot := range sums {
		if takesPart[slot] && equal(sums[slot], sums[best]) {
			tied = append(tied, slot)
		}
	}
	if first := slices.IndexFunc(order, func(slot int) bool { return slices.Contains(tied, slot) }); first >= 0 {
		return order[first : first+1]
	}
	return tied
}

// preferCentral prefers the document that holds each of the central terms more often.
func preferCentral(b *binding, sign float64) Judge {
	slots := centralTerms(b.similarities(), sign, b.drawnOrder())
	if len(slots) == 1 {
		return judgeByNumber(b, b.count, func(x *counts) standing { return standing{number: float64(x.freq[slots[0]])} })
	}
	return judge(b, b.count, func(x, y *counts) Verdict {
		verdict := Neither
		for i, s := range slots {
			v := preferMore(x.freq[s], y.freq[s])
			if i > 0 && v != verdict {
				return Neither
			}
			verdict = v
		}
		return verdict
	})
}

// explainCentral adds the terms with the largest or smallest sum and their counts.
func explainCentral(t *trace, sign float64) {
	similar := t.similarities()
	similar.note(t)
	tied := centralTerms(similar, sign, t.drawnOrder())
	most := "largest"
	if sign < 0 {
		most = "smallest"
	}
	for _, s := range tied {
		sum, _ := similar.sumToOthers(s)
		t.fact("%s has the %s sum of similarities, %s", t.term(s), most, decimal(sum))
	}
	t.prefer(func(d, e int) {
		if len(tied) == 0 {
			t.when(false, "two query terms have a similarity")
		}
		for _, s := range tied {
			x, y := t.counts[d].freq[s], t.counts[e].freq[s]
			t.when(x > y, "c(%s): %d > %d", t.term(s), x, y)
		}
	})
}
