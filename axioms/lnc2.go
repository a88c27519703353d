package axioms

import (
	"fmt"
	"slices"
)

var lnc2 = &definition{
	spec: Spec{
		ID:      "lnc2",
		Title:   "A document repeated ranks no lower",
		Family:  "length normalisation",
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
