package axioms

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/feature"
)

var reg = &definition{
	spec: Spec{
		ID:      "reg",
		Title:   "More of the query term that is most like the others",
		Formula: "t* = the distinct query term with the largest summed similarity to the other ones; c(t*,d1) > c(t*,d2); tied terms must agree",
		Source:  "Klose, thesis 2021; after Völske et al., ICTIR 2021, section 3.1 and table 1, REG, and Wu, Fang, ECIR 2012",
		Params:  []param{variants("voelske", "klose", "klose-table"), similaritySource},
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
			s.takeFirstTied("most", "largest")
			s.Source = "Klose, thesis 2021, section 3.2.4: argmax is one term. With tied terms that must agree more pairs are undecided than table " +
				"4.1 has"
		},
		"klose-table": func(s *Spec) {
			s.takeFirstTied("least", "smallest")
			s.Source = exchangedByKlose
			s.Example.Docs, s.Example.Says = []string{"a cat in paris", "a dog"}, "paris is least like the other query terms, and only the first holds it"
		},
	},
	bind:    func(b *binding) Judge { return preferCentral(b, 1) },
	explain: func(t *trace) { explainCentral(t, 1) },
}

// exchangedByKlose is the source of both readings klose-table.
const exchangedByKlose = "Klose, thesis 2021, table 4.1: .451 of reg and .375 of anti-reg are undecided, as by the formulas of section 3.2.4 " +
	"exchanged; ir_axioms 1.2.5, the successor of his software, has them so too. The reading is inferred from the table"

// takeFirstTied sets that of the terms that are most or least like the others one counts.
func (s *Spec) takeFirstTied(most, largest string) {
	s.Title = "More of the query term that is " + most + " like the others"
	s.Formula = "t* = the distinct query term with the " + largest + " summed similarity to the other ones, the first in a random order of tied " +
		"terms; c(t*,d1) > c(t*,d2)"
	s.drawOrder()
}

// centralTerms returns the slots of the query terms with the largest sum of similarities to the
// other terms, or with the smallest sum for sign -1. A term that the source leaves out takes no
// part. It returns none where the source knows fewer than two terms, which are similar to themselves. Where there is an order it returns
// the first of the tied terms in it, whatever the source knows, as an argmax does.
func centralTerms(s similarities, sign float64, order []int) (tied []int) {
	known := 0
	for slot := range s.terms {
		if sim, _ := s.sim(slot, slot); sim > 0 {
			known++
		}
	}
	if known < 2 && order == nil {
		return nil
	}
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

// preferCentral prefers the document that holds each of the central terms more often; sign is that of the text's reading.
func preferCentral(b *binding, sign float64) Judge {
	if b.word("variant") == "klose-table" {
		sign = -sign
	}
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
	if t.word("variant") == "klose-table" {
		sign = -sign
	}
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
			t.when(false, "the source of similarities knows two query terms")
		}
		for _, s := range tied {
			x, y := t.counts[d].freq[s], t.counts[e].freq[s]
			t.when(x > y, "c(%s): %d > %d", t.term(s), x, y)
		}
	})
}

var antiReg = &definition{
	spec: Spec{
		ID:      "anti-reg",
		Title:   "More of the query term that is least like the others",
		Formula: "t* = the distinct query term with the smallest summed similarity to the other ones; c(t*,d1) > c(t*,d2); tied terms must agree",
		Source:  "Klose, thesis 2021; as REG of Völske et al., ICTIR 2021, section 3.1 and table 1",
		Params:  []param{variants("voelske", "klose", "klose-table"), similaritySource},
		Needs:   Needs{Similarity: true},
		Example: Example{
			Query:        "cat dog paris",
			Docs:         []string{"a cat in paris", "a dog"},
			Similarities: []termSimilarity{{"cat", "dog", 0.8}, {"dog", "paris", 0.2}, {"cat", "paris", 0.1}},
			Says:         "paris is least like the other query terms, and only the first holds it",
			Want:         []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.takeFirstTied("least", "smallest")
			s.Source = "Klose, thesis 2021, section 3.2.4: argmin is one term. With tied terms that must agree more pairs are undecided than table " +
				"4.1 has"
		},
		"klose-table": func(s *Spec) {
			s.takeFirstTied("most", "largest")
			s.Source = exchangedByKlose
			s.Example.Docs, s.Example.Says = []string{"a dog", "a cat in paris"}, "dog is most like the other query terms, and only the first holds it"
		},
	},
	bind:    func(b *binding) Judge { return preferCentral(b, -1) },
	explain: func(t *trace) { explainCentral(t, -1) },
}

var aspectReg = &definition{
	spec: Spec{
		ID:    "aspect-reg",
		Title: "More of the query's aspects",
		Formula: "all query terms within 10 % idf of each other; distinct query terms whose similarity exceeds the mean over all " +
			"ordered pairs (each with itself included) are linked, connected ones are an aspect; d1 holds terms of more aspects",
		Unconditional: "distinct query terms whose similarity exceeds the mean over all ordered pairs (each with itself included) are " +
			"linked, connected ones are an aspect; d1 holds terms of more aspects",
		Source: "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), ASPECT-REG; after Zheng, Fang, ECIR 2010",
		Params: []param{similaritySource},
		Needs:  Needs{IDF: true, Similarity: true},
		Example: Example{
			Query:        "cat dog paris",
			Docs:         []string{"cat in paris", "cat and dog", "dog in paris"},
			Similarities: []termSimilarity{{"cat", "dog", 0.9}},
			Says:         "cat and dog are one aspect, paris another; the first covers both, the second one; each term is in two documents",
			Want:         []int{1},
		},
	},
	bind: func(b *binding) Judge {
		idf := b.idf()
		for s := range idf {
			for t := range s {
				if !isClose(0.1, idf[s], idf[t]) && !b.unconditional() {
					return judgeStandings(b, mapDocs(func(*Doc) standing { return standing{class: incomparable} }))
				}
			}
		}
		aspect := b.similarities().aspects()
		isCovered := make([]bool, len(aspect))
		return judgeStandings(b, eachPlaced(b, func(hits []feature.Occurrence, _ *Doc) standing {
			clear(isCovered)
			n := 0.0
			for _, o := range hits {
				if a := aspect[o.Slot]; !isCovered[a] {
					isCovered[a] = true
					n++
				}
			}
			return standing{number: n}
		}))
	},
	explain: func(t *trace) {
		idf := t.idf()
		for s := range idf {
			for r := range s {
				t.require(isClose(0.1, idf[r], idf[s]), "idf(%s) = %s ~10%% idf(%s) = %s", t.term(r), decimal(idf[r]), t.term(s), decimal(idf[s]))
			}
		}
		similar := t.similarities()
		similar.note(t)
		if similar.source != nil {
			t.fact("more than the mean similarity, %s, links two terms", decimal(similar.mean()))
		}
		aspects := map[int][]uint32{}
		for s, a := range similar.aspects() {
			aspects[a] = append(aspects[a], t.terms[s])
		}
		for a := range t.terms {
			if len(aspects[a]) > 0 {
				t.fact("an aspect of %s%s", countNoun(len(aspects[a]), "term"), t.input.list(aspects[a]))
			}
		}
		numAspects := [2]int{}
		for d := range numAspects {
			for _, members := range aspects {
				if slices.ContainsFunc(members, func(term uint32) bool { return t.counts[d].freq[t.slot(term)] > 0 }) {
					numAspects[d]++
				}
			}
		}
		t.prefer(func(d, e int) {
			t.when(numAspects[d] > numAspects[e], "aspects: %d > %d", numAspects[d], numAspects[e])
		})
	},
}

// mean returns the mean over all ordered pairs of distinct query terms that the source does not
// leave out, each term with itself included. It returns 0 where there is no pair.
func (s similarities) mean() float64 {
	sum, pairs := 0.0, 0
	for i := range s.terms {
		for j := range s.terms {
			if sim, ok := s.sim(i, j); ok {
				sum += sim
				pairs++
			}
		}
	}
	return sum / float64(max(pairs, 1))
}

// aspects returns for each query term the slot of the first term of its aspect.
func (s similarities) aspects() []int {
	aspect := make([]int, len(s.terms))
	for slot := range aspect {
		aspect[slot] = slot
	}
	mean := s.mean()
	for j := range s.terms {
		for i := range j {
			sim, ok := s.sim(j, i)
			back, _ := s.sim(i, j) // WordNet's may differ; the order of the query must not matter
			if !ok || !greater(max(sim, back), mean) {
				continue
			}
			src, dst := max(aspect[j], aspect[i]), min(aspect[j], aspect[i])
			for r := range aspect {
				if aspect[r] == src {
					aspect[r] = dst
				}
			}
		}
	}
	return aspect
}

var div = &definition{
	spec: Spec{
		ID:      "div",
		Title:   "More diverse: fewer of its terms are the query's",
		Formula: "Jaccard(Q, terms(d1)) < Jaccard(Q, terms(d2))",
		Source:  "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, DIV; after Gollapudi, Sharma, WWW 2009",
		Example: examplePair("solar power", "two of the first's four terms are query terms, both of the second's",
			"solar power for homes", "solar power"),
	},
	bind:    preferDiverse,
	explain: explainDiverse,
}

// preferDiverse prefers the document whose set of terms is less similar to the query's.
func preferDiverse(b *binding) Judge {
	distinct := b.distinctTerms()
	var docCounts []counts
	features := func(docs []Doc, old []standing) []standing {
		docCounts = b.count(docs, docCounts)
		list, terms := slices.Grow(old[:0], len(docs)), distinct(docs)
		for i, c := range docCounts {
			jaccard := 0.0
			if union := len(b.terms) + int(terms[i]) - int(c.numDistinct); union > 0 {
				jaccard = float64(c.numDistinct) / float64(union)
			}
			list = append(list, standing{number: -jaccard})
		}
		return list
	}
	return judgeStandings(b, features)
}

func explainDiverse(t *trace) {
	docs := featuresOf[standing](t)
	for d := range docs {
		distinct := feature.Count(t.input.Docs[d].Terms, map[uint32]bool{})
		t.fact("%s has %s and holds %d of %d distinct query terms",
			t.name(d), countNoun(distinct, "distinct term"), t.counts[d].numDistinct, len(t.terms))
	}
	t.prefer(func(d, e int) { t.whenSmaller("Jaccard", 0-docs[d].number, 0-docs[e].number) })
}

var lenDiv = atSimilarLength(div, "LEN-DIV", "More diverse",
	examplePair("solar power", "both have four words; two of the first's four terms are query terms, both of the second's",
		"solar power for homes", "solar power solar power"))

var and = &definition{
	spec: Spec{
		ID:      "and",
		Title:   "All query terms",
		Formula: "d1 holds every query term and d2 does not",
		Source:  "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, AND; after Zheng, Fang, ECIR 2010",
		Example: examplePair("red blood cells", "the first holds all three query terms, the second lacks red",
			"red and white blood cells", "blood cells"),
	},
	bind:    preferComplete,
	explain: explainComplete,
}

// preferComplete prefers the document that holds all query terms.
func preferComplete(b *binding) Judge {
	all := int32(len(b.terms))
	return judgeByNumber(b, b.count, func(x *counts) standing { return standing{number: float64(oneIf(x.numDistinct == all))} })
}

func explainComplete(t *trace) {
	missingTerms := func(d int) (terms []uint32) {
		for w, term := range t.terms {
			if t.counts[d].freq[w] == 0 {
				terms = append(terms, term)
			}
		}
		return terms
	}
	t.prefer(func(d, e int) {
		lackD, lackE := missingTerms(d), missingTerms(e)
		t.when(len(lackD) == 0, "%s lacks no query term: %d%s", t.name(d), len(lackD), t.input.list(lackD))
		t.when(len(lackE) > 0, "%s lacks a query term: %d%s", t.name(e), len(lackE), t.input.list(lackE))
	})
}

var lenAnd = atSimilarLength(and, "LEN-AND", "All query terms",
	examplePair("red blood cells", "both have three words; the first holds all three query terms, the second lacks red",
		"red blood cells", "white blood cells"))

var mand = &definition{
	spec: Spec{
		ID:      "m-and",
		Title:   "More of the distinct query terms",
		Formula: "|Q ∩ d1| > |Q ∩ d2|",
		Source: "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), M-AND; after AND of Völske et al., ICTIR 2021, section 3.1 " +
			"and table 1",
		Example: examplePair("red blood cells", "the first holds two of the three query terms, the second one",
			"blood cells", "cells in cells"),
	},
	bind: func(b *binding) Judge {
		return judgeByNumber(b, b.count, func(x *counts) standing { return standing{number: float64(x.numDistinct)} })
	},
	explain: explainMore,
}

func explainMore(t *trace) {
	t.prefer(func(d, e int) {
		x, y := t.counts[d].numDistinct, t.counts[e].numDistinct
		t.when(x > y, "distinct query terms held: %d > %d", x, y)
	})
}

var lenMAnd = atSimilarLength(mand, "LEN-M-AND", "More of the distinct query terms",
	examplePair("red blood cells", "both have three words, and the first holds two of the three query terms, the second one",
		"blood and cells", "cells in cells"))

// atSimilarLength returns a rule for documents of about the same length, as ir_axioms has it under
// a name.
func atSimilarLength(rule *definition, name, title string, example Example) *definition {
	d := *rule
	d.spec = Spec{ID: strings.ToLower(name), Title: title + " at about the same length",
		Formula: "| |d1| - |d2| | <= delta_star max(|d1|,|d2|); " + rule.spec.Formula, Unconditional: rule.spec.Formula,
		Source: "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), " + name, Params: lengthBound("none", "0.1"), Example: example}
	return &d
}
