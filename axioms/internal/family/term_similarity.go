package family

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// codeOfCamara begins the Source of the variants that follow the authors' code.
const codeOfCamara = "Câmara, Hauff, ECIR 2020, their code: github.com/ArthurCamara/bert-axioms, scripts/Dataset_Extraction.py, "

// stmc1 and the other axioms of this file compare documents by how similar their words are to the query's.
var stmc1 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "stmc1",
		Title: "Other words closer to the query's meaning",
		Formula: "as many distinct query terms in both; cos(v(d1),v(q)) > cos(v(d2),v(q)) for the mean vectors of the query's tokens " +
			"and of the documents' tokens that are no query terms",
		Unconditional: "cos(v(d1),v(q)) > cos(v(d2),v(q)) for the mean vectors of the query's tokens and of the documents' tokens that are " +
			"no query terms, where both are defined",
		Source: "Câmara, Hauff, ECIR 2020, table 1; after Fang, Zhai, SIGIR 2006, STMC1",
		Params: []rule.Param{rule.Variants("camara", "klose", "camara-code"), rule.SimilaritySource},
		Needs:  rule.Needs{Vectors: true},
		Example: rule.Example{
			Query: "ship",
			Docs:  []string{"ship boat", "ship stone"},
			Plane: []rule.Point{{Word: "ship", X: 1, Y: 0.1}, {Word: "boat", X: 1, Y: 0}, {Word: "stone", X: 0, Y: 1}},
			Says:  "both hold the query term, and boat is closer to it than stone",
			Want:  []int{1},
		},
	},
	Variants: map[string]func(*rule.Spec){
		"camara-code": func(s *rule.Spec) {
			s.Unconditional = strings.Replace(s.Unconditional, ">", "<", 1)
			s.Formula = "as many occurrences of query terms in both; " + s.Unconditional
			s.Source = codeOfCamara + "STMC1: it compares distances, and prefers the larger one. Tables 2 and 3 were made so"
			s.Example.Docs, s.Example.Says = []string{"ship stone", "ship boat"}, "both hold the query term once, and stone is further from it"
		},
		"klose": func(s *rule.Spec) {
			s.Formula = "the mean similarity of the distinct query terms to the distinct terms of d1 is larger than to those of d2"
			s.Unconditional = ""
			s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, STMC1; after Fang, Zhai, SIGIR 2006"
			s.Needs = rule.Needs{Similarity: true}
			s.Example = rule.Example{
				Query:        "ship",
				Docs:         []string{"boat", "stone"},
				Similarities: []rule.TermSimilarity{{A: "ship", B: "boat", Sim: 0.9}, {A: "ship", B: "stone", Sim: 0.2}},
				Says:         "boat is more like the query term than stone",
				Want:         []int{1},
			}
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		if b.Word("variant") == "klose" {
			return judgeByMeanSimilarity(b)
		}
		m, conditional, byCode := centroidsOf(b), !b.Unconditional(), b.Word("variant") == "camara-code"
		return rule.JudgeByNumber(b, m.features, func(x *centroid) rule.Standing {
			s := rule.Standing{Class: x.NumDistinct, Number: x.toQuery}
			if byCode {
				s = rule.Standing{Class: x.Sum, Number: -x.toQuery}
			}
			switch {
			case !m.defined || !x.defined:
				s.Class = rule.Incomparable
			case !conditional:
				s.Class = 0
			}
			return s
		})
	},
	Explain: func(t *rule.Trace) {
		if t.Word("variant") == "klose" {
			addNearestFacts(t)
			docs := rule.FeaturesOf[rule.Standing](t)
			t.Prefer(func(d, e int) { t.WhenLarger("mean similarity", docs[d].Number, docs[e].Number) })
			return
		}
		byCode := t.Word("variant") == "camara-code"
		docs := requireCentroids(t, byCode)
		t.Prefer(func(d, e int) {
			if byCode {
				t.WhenSmaller("cosine to the query", docs[d].toQuery, docs[e].toQuery)
				return
			}
			t.WhenLarger("cosine to the query", docs[d].toQuery, docs[e].toQuery)
		})
	},
}

// judgeByMeanSimilarity returns the judge of the variant klose. A term's similarities to the query are summed once for all candidates.
func judgeByMeanSimilarity(b *rule.Binding) rule.Judge {
	type total struct {
		sum   float64
		pairs int
	}
	similar, words, totals := similaritiesOf(b).query(), feature.NewWords(nil), []total(nil) // totals[n] is for word n
	features := func(docs []rule.Doc, old []rule.Standing) []rule.Standing {
		distinct := words.Documents(len(docs), func(i int) []uint32 { return docs[i].Terms })
		for _, t := range words.Terms()[len(totals):] {
			sum, pairs := similar.Total(t)
			totals = append(totals, total{sum, pairs})
		}
		list := slices.Grow(old[:0], len(docs))
		for i := range docs {
			var all total
			for _, number := range distinct[i] {
				all.sum += totals[number].sum
				all.pairs += totals[number].pairs
			}
			list = append(list, rule.Standing{Number: all.sum / float64(max(all.pairs, 1))})
		}
		return list
	}
	return rule.JudgeStandings(b, features)
}

// addNearestFacts adds to the trace, for each query term and document, the number of the document's distinct terms that have a
// similarity to the query term, and the most similar term.
func addNearestFacts(t *rule.Trace) {
	similar := similaritiesOf(t.Binding).query()
	for d := range t.Input.Docs {
		type best struct {
			pairs int
			term  uint32
			sim   float64
		}
		nearest := make([]best, len(t.Terms))
		isListed := map[uint32]bool{}
		for _, term := range t.Input.Docs[d].Terms {
			if isListed[term] {
				continue
			}
			isListed[term] = true
			similar.VisitSimilar(term, func(slot int, sim float64) {
				b := &nearest[slot]
				if b.pairs++; b.pairs == 1 || sim > b.sim {
					b.term, b.sim = term, sim
				}
			})
		}
		for slot, b := range nearest {
			if b.pairs > 0 {
				t.Fact("%s: %s with a similarity to %s; the highest is that of %s, %s",
					t.Name(d), rule.CountNoun(b.pairs, "term"), t.Term(slot), t.Input.Word(b.term), rule.Decimal(b.sim))
			}
		}
	}
}

var stmc2 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "stmc2",
		Title: "Query tokens rather than words of like meaning",
		Formula: "cos(v(d1),v(d2)) >= 1 - stmc_sim for the mean vectors of the documents' tokens that are no query terms; d1 holds " +
			"more query tokens",
		Unconditional: "d1 holds more query tokens",
		Source:        "Câmara, Hauff, ECIR 2020, table 1 and its code; after Fang, Zhai, SIGIR 2006, STMC2",
		Weak:          true,
		Params: []rule.Param{rule.Variants("camara", "klose", "klose-table"), rule.SimilaritySource,
			{Name: "stmc_sim", Doc: "how far below 1 the documents' cosine may be (camara)", Unit: "cosine", Default: "0.2", Max: 2}},
		Needs: rule.Needs{Vectors: true},
		Example: rule.Example{
			Query: "ship",
			Docs:  []string{"ship ship boat", "ship boat"},
			Plane: []rule.Point{{Word: "ship", X: 1, Y: 0.1}, {Word: "boat", X: 1, Y: 0}},
			Says:  "their other word is the same, and the first holds the query term twice",
			Want:  []int{1},
		},
	},
	Variants: map[string]func(*rule.Spec){
		"klose": describeClosestPairs,
		"klose-table": func(s *rule.Spec) {
			describeClosestPairs(s)
			s.Formula = "t = the first in a random order of the query terms with a pair (t, other term w of either document) of the highest " +
				"similarity; t is not in d2; for such a w |d2|/|d1| ~20% c(w,d2)/c(t,d1); mirrored; 0 where there is no pair"
			s.Source = "Klose, thesis 2021, table 4.1: .035 of the pairs have a preference; the printed formula has .09 here. That d2 lacks t is " +
				"of Fang, Zhai, SIGIR 2006, STMC2. The reading is inferred from the table"
			addRandomOrder(s)
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		switch b.Word("variant") {
		case "klose":
			return rule.JudgePairs(b, relativesOf(b), compareRelatives) // the formula as printed in the thesis
		case "klose-table":
			return judgeByClosestTerm(b)
		}
		m, least, conditional := centroidsOf(b), 1-b.Number("stmc_sim"), !b.Unconditional()
		return rule.JudgePairs(b, m.features, func(x, y *centroid) rule.Verdict {
			if conditional && (!x.defined || !y.defined || !rule.AtLeast(feature.Dot(x.unit, y.unit), least)) {
				return rule.Void
			}
			return rule.PreferMore(x.Sum, y.Sum)
		})
	},
	Explain: func(t *rule.Trace) {
		switch t.Word("variant") {
		case "klose":
			explainRelatives(t)
			return
		case "klose-table":
			explainClosestTerm(t)
			return
		}
		docs := rule.FeaturesOf[centroid](t)
		for d := range docs {
			t.Require(docs[d].defined, "the mean vector of %s's words outside the query is defined", t.Name(d))
		}
		if docs[0].defined && docs[1].defined {
			cosine, least := feature.Dot(docs[0].unit, docs[1].unit), 1-t.Number("stmc_sim")
			t.Require(rule.AtLeast(cosine, least), "cosine of the words outside the query: %s >= %s", rule.Decimal(cosine), rule.Decimal(least))
		}
		t.Prefer(func(d, e int) {
			t.When(docs[d].Sum > docs[e].Sum, "query tokens: %d > %d", docs[d].Sum, docs[e].Sum)
		})
	},
}

// describeClosestPairs sets what the specs of the variants klose and klose-table have in common.
func describeClosestPairs(s *rule.Spec) {
	s.Formula = "for all pairs (query term t, other term w of either document) of the highest similarity, |d2|/|d1| ~20% " +
		"c(w,d2)/c(t,d1); mirrored; 0 where both hold or there is no pair; a ratio over zero fulfils nothing"
	s.Unconditional = ""
	s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, STMC2; after Fang, Zhai, SIGIR 2006"
	s.Weak = false
	s.Needs = rule.Needs{Similarity: true}
	s.Example = rule.Example{
		Query:        "ship",
		Docs:         []string{"ship sails", "boat sails"},
		Similarities: []rule.TermSimilarity{{A: "ship", B: "boat", Sim: 0.9}},
		Says:         "as long as the first, the second holds boat, the word most like ship, as often as the first holds ship",
		Want:         []int{1},
	}
}

// relatives holds the features of a document in the variants klose and klose-table: its most similar
// pairs of a query term and another term.
type relatives struct {
	rule.Counts
	feature.Highest
}

// relativesOf returns the function that describes documents by their most similar pairs.
func relativesOf(b *rule.Binding) func(docs []rule.Doc, old []relatives) []relatives {
	closest := feature.NewClosest(similaritiesOf(b).query(), rule.Equal)
	var docCounts []rule.Counts
	return func(docs []rule.Doc, old []relatives) []relatives {
		docCounts = b.Count(docs, docCounts)
		list := slices.Grow(old[:0], len(docs))
		closest.Find(len(docs), func(i int) []uint32 { return docs[i].Terms }, func(i int, h feature.Highest) {
			list = append(list, relatives{docCounts[i], h})
		})
		return list
	}
}

// judgeByClosestTerm returns the judge of the variant klose-table.
func judgeByClosestTerm(b *rule.Binding) rule.Judge {
	order := randomOrder(b)
	return rule.JudgePairs(b, relativesOf(b), func(x, y *relatives) rule.Verdict {
		slot := closestTerm(order, x, y)
		first, second := false, false
		eachRelative(x, y, func(r feature.Pair, inX, inY int32) {
			if r.Slot == slot {
				first = first || y.Freq[slot] == 0 && sameRatio(y.Length, x.Length, inY, x.Freq[slot])
				second = second || x.Freq[slot] == 0 && sameRatio(x.Length, y.Length, inX, y.Freq[slot])
			}
		})
		return rule.PreferOne(first, second)
	})
}

// closestTerm returns the slot of the first query term in order that has a pair of the highest similarity of two documents, or -1.
func closestTerm(order []int, x, y *relatives) int {
	best := len(order)
	eachRelative(x, y, func(r feature.Pair, _, _ int32) { best = min(best, slices.Index(order, r.Slot)) })
	if best == len(order) {
		return -1
	}
	return order[best]
}

// compareRelatives returns the verdict of the variant klose.
func compareRelatives(x, y *relatives) rule.Verdict {
	first, second := true, true
	eachRelative(x, y, func(r feature.Pair, inX, inY int32) {
		first = first && sameRatio(y.Length, x.Length, inY, x.Freq[r.Slot])
		second = second && sameRatio(x.Length, y.Length, inX, y.Freq[r.Slot])
	})
	return rule.PreferOne(first, second)
}

// eachRelative calls try for the pairs of the highest similarity, with the counts of their other term in both documents.
func eachRelative(x, y *relatives, try func(r feature.Pair, inX, inY int32)) {
	// The pairs of the document with the lower similarity do not count. With equal similarities, the pairs of both documents count.
	if !rule.Greater(y.Best, x.Best) {
		for _, r := range x.Pairs {
			try(r, r.Count, countIn(y, r))
		}
	}
	if !rule.Greater(x.Best, y.Best) {
		for _, r := range y.Pairs {
			try(r, countIn(x, r), r.Count)
		}
	}
}

// countIn returns how often d holds r's term. If d holds the term, d.Pairs has the pair, since its similarity is the highest of both
// documents.
func countIn(d *relatives, r feature.Pair) int32 {
	for _, other := range d.Pairs {
		if other.Term == r.Term {
			return other.Count
		}
	}
	return 0
}

// sameRatio reports whether a/b ~20% c/d. It returns false if b or d is zero.
func sameRatio(a, b, c, d int32) bool {
	return b > 0 && d > 0 && rule.IsClose(0.2, float64(a)/float64(b), float64(c)/float64(d))
}

// explainRelatives adds to the trace the pairs of the highest similarity, and whether the ratio of lengths is close to that of the counts.
func explainRelatives(t *rule.Trace) {
	docs := rule.FeaturesOf[relatives](t)
	var pairs []feature.Pair
	var inDocs [][2]int32 // inDocs[i] holds the counts of the other term of pairs[i] in both documents
	eachRelative(&docs[0], &docs[1], func(r feature.Pair, inX, inY int32) {
		pairs, inDocs = append(pairs, r), append(inDocs, [2]int32{inX, inY})
		t.Fact("sim(%s, %s) = %s, the highest of a query term and another", t.Term(r.Slot), t.Input.Word(r.Term),
			rule.Decimal(max(docs[0].Best, docs[1].Best)))
	})
	t.Prefer(func(d, e int) {
		if len(pairs) == 0 {
			t.When(false, "some word outside the query has a similarity to a query term")
		}
		for i, p := range pairs {
			x, y, n := &docs[d], &docs[e], inDocs[i][e]
			t.When(sameRatio(y.Length, x.Length, n, x.Freq[p.Slot]), "|%s|/|%s| = %s", t.Name(e), t.Name(d),
				ratios(t, d, y.Length, x.Length, p.Slot, p.Term, n, x.Freq[p.Slot]))
		}
	})
}

// ratios returns the text of the comparison of sameRatio for document d above the other one.
func ratios(t *rule.Trace, d int, a, b int32, slot int, word uint32, n, m int32) string {
	return fmt.Sprintf("%d/%d ~20%% c(%s,%s)/c(%s,%s) = %d/%d", a, b, t.Input.Word(word), t.Name(1-d), t.Term(slot), t.Name(d), n, m)
}

// explainClosestTerm adds to the trace the query term of closestTerm and the conditions of its pairs.
func explainClosestTerm(t *rule.Trace) {
	docs, order := rule.FeaturesOf[relatives](t), randomOrder(t.Binding)
	addOrderFact(t, order)
	slot := closestTerm(order, &docs[0], &docs[1])
	var words []uint32
	inDocs := map[uint32][2]int32{}
	eachRelative(&docs[0], &docs[1], func(r feature.Pair, inX, inY int32) {
		if _, ok := inDocs[r.Term]; r.Slot == slot && !ok {
			words, inDocs[r.Term] = append(words, r.Term), [2]int32{inX, inY}
		}
	})
	for _, word := range words {
		t.Fact("sim(%s, %s) is the highest of a query term and another; %s is the first such query term", t.Term(slot), t.Input.Word(word),
			t.Term(slot))
	}
	t.Prefer(func(d, e int) {
		if slot < 0 {
			t.When(false, "some word outside the query has a similarity to a query term")
			return
		}
		x, y := &docs[d], &docs[e]
		t.When(y.Freq[slot] == 0, "c(%s,%s): %d = 0", t.Term(slot), t.Name(e), y.Freq[slot])
		ok, parts := false, make([]string, len(words))
		for i, word := range words {
			n := inDocs[word][e]
			ok = ok || sameRatio(y.Length, x.Length, n, x.Freq[slot])
			parts[i] = ratios(t, d, y.Length, x.Length, slot, word, n, x.Freq[slot])
		}
		t.When(ok, "|%s|/|%s| = %s", t.Name(e), t.Name(d), strings.Join(parts, ", or "))
	})
}

var stmc3 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "stmc3",
		Title: "More query tokens make up for words further from the query",
		Formula: "| |d1| - |d2| | <= delta, as many distinct query terms in both; d1 holds more query tokens and cos(v(d2),v(q)) > " +
			"cos(v(d1),v(q))",
		Unconditional: "d1 holds more query tokens and cos(v(d2),v(q)) > cos(v(d1),v(q)), where the three are defined",
		Source:        "Câmara, Hauff, ECIR 2020, table 1; after Fang, Zhai, SIGIR 2006, STMC3",
		Params:        append(rule.LengthBound("10", "none"), rule.Variants("camara", "camara-code")),
		Needs:         rule.Needs{Vectors: true},
		Example: rule.Example{
			Query: "ship",
			Docs:  []string{"ship ship stone", "ship boat"},
			Plane: []rule.Point{{Word: "ship", X: 1, Y: 0.1}, {Word: "boat", X: 1, Y: 0}, {Word: "stone", X: 0, Y: 1}},
			Says:  "the first holds the query term twice, while the second's other word is closer to it",
			Want:  []int{1},
		},
	},
	Variants: map[string]func(*rule.Spec){
		"camara-code": func(s *rule.Spec) {
			s.Formula = strings.Replace(s.Formula, "more query tokens", "fewer tokens that are no query terms", 1)
			s.Unconditional = strings.Replace(s.Unconditional, "more query tokens", "fewer tokens that are no query terms", 1)
			s.Source = codeOfCamara + "STMC3: it counts the tokens that are no query terms, at a difference of the lengths below delta, " +
				"and equal scores fulfil it"
			s.Weak, s.Param("delta").Default = true, "9"
			s.Example.Docs = []string{"ship stone", "ship boat boat"}
			s.Example.Says = "the first has one word fewer that is no query term, and those of the second are closer to it"
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		m, conditional, byCode := centroidsOf(b), !b.Unconditional(), b.Word("variant") == "camara-code"
		return rule.JudgePairs(b, m.features, func(x, y *centroid) rule.Verdict {
			if !m.defined || !x.defined || !y.defined || conditional && x.NumDistinct != y.NumDistinct {
				return rule.Void
			}
			more := x.Sum - y.Sum
			if byCode {
				more += y.Length - x.Length
			}
			return rule.PreferOne(more > 0 && rule.Greater(y.toQuery, x.toQuery), more < 0 && rule.Greater(x.toQuery, y.toQuery))
		})
	},
	Explain: func(t *rule.Trace) {
		docs := requireCentroids(t, false)
		t.Prefer(func(d, e int) {
			t.WhenSmaller("cosine to the query", docs[d].toQuery, docs[e].toQuery)
			if x, y := docs[d].Length-docs[d].Sum, docs[e].Length-docs[e].Sum; t.Word("variant") == "camara-code" {
				t.When(x < y, "tokens that are no query terms: %d < %d", x, y)
				return
			}
			t.When(docs[d].Sum > docs[e].Sum, "query tokens: %d > %d", docs[d].Sum, docs[e].Sum)
		})
	},
}

// centroid is a document under the semantic axioms of Câmara and Hauff (2020): its counts, and
// v(d), the mean vector of its tokens that are no query terms.
type centroid struct {
	rule.Counts
	defined bool      // whether v(d) is defined
	unit    []float64 // v(d), scaled to length 1; zeros if it is not defined
	toQuery float64   // cos(v(d), v(q)); 0 unless both are defined
}

// centroids computes the centroid of each candidate of one query.
type centroids struct {
	bag       *rule.Bag
	vectors   rule.Vectors
	defined   bool      // whether v(q) is defined
	query     []float64 // v(q), the mean vector of the query's tokens, scaled to length 1
	docCounts []rule.Counts
}

func centroidsOf(b *rule.Binding) *centroids {
	m := &centroids{bag: b.Bag, vectors: b.Vectors}
	if m.vectors != nil {
		m.query = make([]float64, m.vectors.Dim())
		m.defined = m.mean(b.Tokens, m.query, func(uint32) bool { return true })
	}
	return m
}

func (m *centroids) features(docs []rule.Doc, old []centroid) []centroid {
	m.docCounts = m.bag.Count(docs, m.docCounts)
	list, dim := slices.Grow(old[:0], len(docs)), len(m.query)
	cells := make([]float64, dim*len(docs))
	for i, d := range docs {
		x := centroid{Counts: m.docCounts[i], unit: cells[:dim:dim]}
		cells = cells[dim:]
		x.defined = m.mean(d.Terms, x.unit, func(t uint32) bool { return m.bag.Slot(t) < 0 })
		if x.defined && m.defined {
			x.toQuery = feature.Dot(x.unit, m.query)
		}
		list = append(list, x)
	}
	return list
}

// mean sets out, which is all zero, to the mean vector of the tokens that keep accepts, scaled to
// length 1. It returns false where no token has a vector or the mean's length is at most 1e-12.
func (m *centroids) mean(tokens []uint32, out []float64, keep func(uint32) bool) (ok bool) {
	n := 0
	for _, t := range tokens {
		if m.vectors == nil || !keep(t) {
			continue
		}
		if v := m.vectors.Vector(t); v != nil {
			n++
			feature.Add(out, v)
		}
	}
	length := math.Sqrt(feature.Dot(out, out))
	if n == 0 || length/float64(n) <= 1e-12 {
		return false
	}
	for i := range out {
		out[i] /= length
	}
	return true
}

// requireCentroids adds two preconditions and returns the documents' features. Both documents hold the same number of distinct query
// terms, or of occurrences of query terms; and the mean vectors of the documents and the query are defined.
func requireCentroids(t *rule.Trace, byOccurrences bool) []centroid {
	docs := rule.FeaturesOf[centroid](t)
	if x, y := &docs[0], &docs[1]; byOccurrences {
		t.Require(x.Sum == y.Sum, "occurrences of query terms: %d = %d", x.Sum, y.Sum)
	} else {
		t.Require(x.NumDistinct == y.NumDistinct, "distinct query terms held: %d = %d", x.NumDistinct, y.NumDistinct)
	}
	for d := range docs {
		t.Need(docs[d].defined, "the mean vector of %s's words outside the query is defined", t.Name(d))
	}
	t.Need(centroidsOf(t.Binding).defined, "the mean vector of the query is defined")
	return docs
}

// similarities holds the query's terms and the source of their similarities to each other and to other terms.
type similarities struct {
	terms  []uint32        // the distinct terms of the query
	source rule.Similarity // nil if no pair of terms has a similarity
}

// similaritiesOf returns the similarities of the source that the parameter sim selects.
func similaritiesOf(b *rule.Binding) similarities {
	s := similarities{b.Terms, b.Similarity}
	if b.Word("sim") == "vectors" || b.Word("sim") == "configured" && b.Similarity == nil {
		s.source = b.Vectors
	}
	return s
}

func (s similarities) query() *feature.Likeness { return feature.NewLikeness(s.terms, s.source) }

// sim returns the similarity of two terms of the query, by slot.
func (s similarities) sim(i, j int) (sim float64, ok bool) {
	if s.source == nil {
		return 0, false
	}
	return s.source.Sim(s.terms[i], s.terms[j])
}

// sumToOthers returns the sum of a term's similarities to the other terms. ok is false for a term without such a similarity.
func (s similarities) sumToOthers(slot int) (sum float64, ok bool) {
	for other := range s.terms {
		if sim, has := s.sim(slot, other); other != slot && has {
			sum += sim
			ok = true
		}
	}
	return sum, ok
}

// addFacts adds to the trace the similarities of the distinct query terms to each other.
func (s similarities) addFacts(t *rule.Trace) {
	for j := range s.terms {
		for i := range j {
			if sim, ok := s.sim(i, j); ok {
				t.Fact("sim(%s, %s) = %s", t.Term(i), t.Term(j), rule.Decimal(sim))
			}
		}
	}
}
