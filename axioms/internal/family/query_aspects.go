package family

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// reg and the other axioms of this file compare the set of query terms that each document holds.
var reg = &rule.Definition{
	Spec: rule.Spec{
		ID:      "reg",
		Title:   "More of the query term that is most like the others",
		Formula: "t* = the distinct query term with the largest summed similarity to the other ones; c(t*,d1) > c(t*,d2); tied terms must agree",
		Source:  "Klose, thesis 2021; after Völske et al., ICTIR 2021, section 3.1 and table 1, REG, and Wu, Fang, ECIR 2012",
		Params:  []rule.Param{rule.Variants("voelske", "klose", "klose-table"), rule.SimilaritySource},
		Needs:   rule.Needs{Similarity: true},
		Example: rule.Example{
			Query:        "cat dog paris",
			Docs:         []string{"a dog in paris", "a cat in paris"},
			Similarities: []rule.TermSimilarity{{A: "cat", B: "dog", Sim: 0.8}, {A: "dog", B: "paris", Sim: 0.2}, {A: "cat", B: "paris", Sim: 0.1}},
			Says:         "dog is most like the other query terms, and only the first holds it",
			Want:         []int{1},
		},
	},
	Variants: map[string]func(*rule.Spec){
		"klose": func(s *rule.Spec) {
			takeFirstTied(s, "most", "largest")
			s.Source = "Klose, thesis 2021, section 3.2.4: argmax is one term. With tied terms that must agree more pairs are undecided than table " +
				"4.1 has"
		},
		"klose-table": func(s *rule.Spec) {
			takeFirstTied(s, "least", "smallest")
			s.Source = exchangedByKlose
			s.Example.Docs, s.Example.Says = []string{"a cat in paris", "a dog"}, "paris is least like the other query terms, and only the first holds it"
		},
	},
	Bind:    func(b *rule.Binding) rule.Judge { return preferCentral(b, 1) },
	Explain: func(t *rule.Trace) { explainCentral(t, 1) },
}

// exchangedByKlose is the source text of the variants klose-table of reg and anti-reg.
const exchangedByKlose = "Klose, thesis 2021, table 4.1: .451 of reg and .375 of anti-reg are undecided, as by the formulas of section 3.2.4 " +
	"exchanged; ir_axioms 1.2.5, the successor of his software, has them so too. The reading is inferred from the table"

// takeFirstTied changes the spec: of tied terms, only the first in a random order counts. most and largest are words of the text.
func takeFirstTied(s *rule.Spec, most, largest string) {
	s.Title = "More of the query term that is " + most + " like the others"
	s.Formula = "t* = the distinct query term with the " + largest + " summed similarity to the other ones, the first in a random order of tied " +
		"terms; c(t*,d1) > c(t*,d2)"
	addRandomOrder(s)
}

// centralTerms returns the slots of the query terms with the largest sum of similarities to the other terms, or with the smallest sum
// if sign is -1. Terms without a similarity to another term do not count. If order is nil, it returns all tied terms, and none if
// fewer than two terms have a similarity to themselves. If order is set, it returns only the tied term that is first in order.
func centralTerms(s similarities, sign float64, order []int) (tied []int) {
	numInSource := 0
	for slot := range s.terms {
		if sim, _ := s.sim(slot, slot); sim > 0 {
			numInSource++
		}
	}
	if numInSource < 2 && order == nil {
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
		if takesPart[slot] && rule.Equal(sums[slot], sums[best]) {
			tied = append(tied, slot)
		}
	}
	if first := slices.IndexFunc(order, func(slot int) bool { return slices.Contains(tied, slot) }); first >= 0 {
		return order[first : first+1]
	}
	return tied
}

// preferCentral prefers the document that holds each of the central terms more often. sign is that of centralTerms in the thesis's
// text; the variant klose-table has the opposite sign.
func preferCentral(b *rule.Binding, sign float64) rule.Judge {
	if b.Word("variant") == "klose-table" {
		sign = -sign
	}
	slots := centralTerms(similaritiesOf(b), sign, randomOrder(b))
	if len(slots) == 1 {
		return rule.JudgeByNumber(b, b.Count, func(x *rule.Counts) rule.Standing { return rule.Standing{Number: float64(x.Freq[slots[0]])} })
	}
	return rule.JudgePairs(b, b.Count, func(x, y *rule.Counts) rule.Verdict {
		verdict := rule.Neither
		for i, s := range slots {
			v := rule.PreferMore(x.Freq[s], y.Freq[s])
			if i > 0 && v != verdict {
				return rule.Neither
			}
			verdict = v
		}
		return verdict
	})
}

// explainCentral adds the terms with the largest or smallest sum and their counts.
func explainCentral(t *rule.Trace, sign float64) {
	if t.Word("variant") == "klose-table" {
		sign = -sign
	}
	similar := similaritiesOf(t.Binding)
	similar.addFacts(t)
	tied := centralTerms(similar, sign, randomOrder(t.Binding))
	most := "largest"
	if sign < 0 {
		most = "smallest"
	}
	for _, s := range tied {
		sum, _ := similar.sumToOthers(s)
		t.Fact("%s has the %s sum of similarities, %s", t.Term(s), most, rule.Decimal(sum))
	}
	t.Prefer(func(d, e int) {
		if len(tied) == 0 {
			t.When(false, "the source of similarities knows two query terms")
		}
		for _, s := range tied {
			x, y := t.Counts[d].Freq[s], t.Counts[e].Freq[s]
			t.When(x > y, "c(%s): %d > %d", t.Term(s), x, y)
		}
	})
}

var antiReg = &rule.Definition{
	Spec: rule.Spec{
		ID:      "anti-reg",
		Title:   "More of the query term that is least like the others",
		Formula: "t* = the distinct query term with the smallest summed similarity to the other ones; c(t*,d1) > c(t*,d2); tied terms must agree",
		Source:  "Klose, thesis 2021; as REG of Völske et al., ICTIR 2021, section 3.1 and table 1",
		Params:  []rule.Param{rule.Variants("voelske", "klose", "klose-table"), rule.SimilaritySource},
		Needs:   rule.Needs{Similarity: true},
		Example: rule.Example{
			Query:        "cat dog paris",
			Docs:         []string{"a cat in paris", "a dog"},
			Similarities: []rule.TermSimilarity{{A: "cat", B: "dog", Sim: 0.8}, {A: "dog", B: "paris", Sim: 0.2}, {A: "cat", B: "paris", Sim: 0.1}},
			Says:         "paris is least like the other query terms, and only the first holds it",
			Want:         []int{1},
		},
	},
	Variants: map[string]func(*rule.Spec){
		"klose": func(s *rule.Spec) {
			takeFirstTied(s, "least", "smallest")
			s.Source = "Klose, thesis 2021, section 3.2.4: argmin is one term. With tied terms that must agree more pairs are undecided than table " +
				"4.1 has"
		},
		"klose-table": func(s *rule.Spec) {
			takeFirstTied(s, "most", "largest")
			s.Source = exchangedByKlose
			s.Example.Docs, s.Example.Says = []string{"a dog", "a cat in paris"}, "dog is most like the other query terms, and only the first holds it"
		},
	},
	Bind:    func(b *rule.Binding) rule.Judge { return preferCentral(b, -1) },
	Explain: func(t *rule.Trace) { explainCentral(t, -1) },
}

var aspectReg = &rule.Definition{
	Spec: rule.Spec{
		ID:    "aspect-reg",
		Title: "More of the query's aspects",
		Formula: "all query terms within 10 % idf of each other; distinct query terms whose similarity exceeds the mean over all " +
			"ordered pairs (each with itself included) are linked, connected ones are an aspect; d1 holds terms of more aspects",
		Unconditional: "distinct query terms whose similarity exceeds the mean over all ordered pairs (each with itself included) are " +
			"linked, connected ones are an aspect; d1 holds terms of more aspects",
		Source: "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), ASPECT-REG; after Zheng, Fang, ECIR 2010",
		Params: []rule.Param{rule.SimilaritySource},
		Needs:  rule.Needs{IDF: true, Similarity: true},
		Example: rule.Example{
			Query:        "cat dog paris",
			Docs:         []string{"cat in paris", "cat and dog", "dog in paris"},
			Similarities: []rule.TermSimilarity{{A: "cat", B: "dog", Sim: 0.9}},
			Says:         "cat and dog are one aspect, paris another; the first covers both, the second one; each term is in two documents",
			Want:         []int{1},
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		idf := b.IDF()
		for s := range idf {
			for t := range s {
				if !rule.IsClose(0.1, idf[s], idf[t]) && !b.Unconditional() {
					return rule.JudgeStandings(b, rule.MapDocs(func(*rule.Doc) rule.Standing { return rule.Standing{Class: rule.Incomparable} }))
				}
			}
		}
		aspect := similaritiesOf(b).aspects()
		isCovered := make([]bool, len(aspect))
		return rule.JudgeStandings(b, rule.EachPlaced(b, func(hits []feature.Occurrence, _ *rule.Doc) rule.Standing {
			clear(isCovered)
			n := 0.0
			for _, o := range hits {
				if a := aspect[o.Slot]; !isCovered[a] {
					isCovered[a] = true
					n++
				}
			}
			return rule.Standing{Number: n}
		}))
	},
	Explain: func(t *rule.Trace) {
		idf := t.IDF()
		for s := range idf {
			for r := range s {
				t.Require(rule.IsClose(0.1, idf[r], idf[s]), "idf(%s) = %s ~10%% idf(%s) = %s",
					t.Term(r), rule.Decimal(idf[r]), t.Term(s), rule.Decimal(idf[s]))
			}
		}
		similar := similaritiesOf(t.Binding)
		similar.addFacts(t)
		if similar.source != nil {
			t.Fact("more than the mean similarity, %s, links two terms", rule.Decimal(similar.mean()))
		}
		aspects := map[int][]uint32{}
		for s, a := range similar.aspects() {
			aspects[a] = append(aspects[a], t.Terms[s])
		}
		for a := range t.Terms {
			if len(aspects[a]) > 0 {
				t.Fact("an aspect of %s%s", rule.CountNoun(len(aspects[a]), "term"), t.Input.List(aspects[a]))
			}
		}
		numAspects := [2]int{}
		for d := range numAspects {
			for _, members := range aspects {
				if slices.ContainsFunc(members, func(term uint32) bool { return t.Counts[d].Freq[t.Slot(term)] > 0 }) {
					numAspects[d]++
				}
			}
		}
		t.Prefer(func(d, e int) {
			t.When(numAspects[d] > numAspects[e], "aspects: %d > %d", numAspects[d], numAspects[e])
		})
	},
}

// mean returns the mean similarity over all ordered pairs of query terms that have one, including each term with itself. It returns 0
// if there is no pair.
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
			back, _ := s.sim(i, j) // may differ in WordNet; the order of the query must not matter
			if !ok || !rule.Greater(max(sim, back), mean) {
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

var div = &rule.Definition{
	Spec: rule.Spec{
		ID:      "div",
		Title:   "More diverse: fewer of its terms are the query's",
		Formula: "Jaccard(Q, terms(d1)) < Jaccard(Q, terms(d2))",
		Source:  "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, DIV; after Gollapudi, Sharma, WWW 2009",
		Example: rule.ExamplePair("solar power", "two of the first's four terms are query terms, both of the second's",
			"solar power for homes", "solar power"),
	},
	Bind:    preferDiverse,
	Explain: explainDiverse,
}

// preferDiverse prefers the document whose set of terms is less similar to the query's.
func preferDiverse(b *rule.Binding) rule.Judge {
	distinct := b.DistinctTerms()
	var docCounts []rule.Counts
	features := func(docs []rule.Doc, old []rule.Standing) []rule.Standing {
		docCounts = b.Count(docs, docCounts)
		list, terms := slices.Grow(old[:0], len(docs)), distinct(docs)
		for i, c := range docCounts {
			jaccard := 0.0
			if union := len(b.Terms) + int(terms[i]) - int(c.NumDistinct); union > 0 {
				jaccard = float64(c.NumDistinct) / float64(union)
			}
			list = append(list, rule.Standing{Number: -jaccard})
		}
		return list
	}
	return rule.JudgeStandings(b, features)
}

func explainDiverse(t *rule.Trace) {
	docs := rule.FeaturesOf[rule.Standing](t)
	for d := range docs {
		distinct := feature.Count(t.Input.Docs[d].Terms, map[uint32]bool{})
		t.Fact("%s has %s and holds %d of %d distinct query terms",
			t.Name(d), rule.CountNoun(distinct, "distinct term"), t.Counts[d].NumDistinct, len(t.Terms))
	}
	t.Prefer(func(d, e int) { t.WhenSmaller("Jaccard", 0-docs[d].Number, 0-docs[e].Number) })
}

var lenDiv = atSimilarLength(div, "LEN-DIV", "More diverse",
	rule.ExamplePair("solar power", "both have four words; two of the first's four terms are query terms, both of the second's",
		"solar power for homes", "solar power solar power"))

var and = &rule.Definition{
	Spec: rule.Spec{
		ID:      "and",
		Title:   "All query terms",
		Formula: "d1 holds every query term and d2 does not",
		Source:  "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, AND; after Zheng, Fang, ECIR 2010",
		Example: rule.ExamplePair("red blood cells", "the first holds all three query terms, the second lacks red",
			"red and white blood cells", "blood cells"),
	},
	Bind: func(b *rule.Binding) rule.Judge {
		all := int32(len(b.Terms))
		return rule.JudgeByNumber(b, b.Count, func(x *rule.Counts) rule.Standing {
			return rule.Standing{Number: float64(rule.OneIf(x.NumDistinct == all))}
		})
	},
	Explain: explainComplete,
}

func explainComplete(t *rule.Trace) {
	missingTerms := func(d int) (terms []uint32) {
		for w, term := range t.Terms {
			if t.Counts[d].Freq[w] == 0 {
				terms = append(terms, term)
			}
		}
		return terms
	}
	t.Prefer(func(d, e int) {
		lackD, lackE := missingTerms(d), missingTerms(e)
		t.When(len(lackD) == 0, "%s lacks no query term: %d%s", t.Name(d), len(lackD), t.Input.List(lackD))
		t.When(len(lackE) > 0, "%s lacks a query term: %d%s", t.Name(e), len(lackE), t.Input.List(lackE))
	})
}

var lenAnd = atSimilarLength(and, "LEN-AND", "All query terms",
	rule.ExamplePair("red blood cells", "both have three words; the first holds all three query terms, the second lacks red",
		"red blood cells", "white blood cells"))

var mand = &rule.Definition{
	Spec: rule.Spec{
		ID:      "m-and",
		Title:   "More of the distinct query terms",
		Formula: "|Q ∩ d1| > |Q ∩ d2|",
		Source: "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), M-AND; after AND of Völske et al., ICTIR 2021, section 3.1 " +
			"and table 1",
		Example: rule.ExamplePair("red blood cells", "the first holds two of the three query terms, the second one",
			"blood cells", "cells in cells"),
	},
	Bind: func(b *rule.Binding) rule.Judge {
		return rule.JudgeByNumber(b, b.Count, func(x *rule.Counts) rule.Standing { return rule.Standing{Number: float64(x.NumDistinct)} })
	},
	Explain: func(t *rule.Trace) {
		t.Prefer(func(d, e int) {
			x, y := t.Counts[d].NumDistinct, t.Counts[e].NumDistinct
			t.When(x > y, "distinct query terms held: %d > %d", x, y)
		})
	},
}

var lenMAnd = atSimilarLength(mand, "LEN-M-AND", "More of the distinct query terms",
	rule.ExamplePair("red blood cells", "both have three words, and the first holds two of the three query terms, the second one",
		"blood and cells", "cells in cells"))

// atSimilarLength returns the version of an axiom for documents of about the same length. name is that version's name in ir_axioms.
func atSimilarLength(axiom *rule.Definition, name, title string, example rule.Example) *rule.Definition {
	d := *axiom
	d.Spec = rule.Spec{ID: strings.ToLower(name), Title: title + " at about the same length",
		Formula: "| |d1| - |d2| | <= delta_star max(|d1|,|d2|); " + axiom.Spec.Formula, Unconditional: axiom.Spec.Formula,
		Source: "Klose, thesis 2021; Bondarenko et al., SIGIR 2022 (ir_axioms), " + name,
		Params: rule.LengthBound("none", "0.1"), Example: example}
	return &d
}
