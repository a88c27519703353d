package axioms

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/feature"
)

// codeOfCamara is where the variants camara-code come from.
const codeOfCamara = "Câmara, Hauff, ECIR 2020, their code: github.com/ArthurCamara/bert-axioms, scripts/Dataset_Extraction.py, "

var stmc1 = &definition{
	spec: Spec{
		ID:    "stmc1",
		Title: "Other words closer to the query's meaning",
		Formula: "as many distinct query terms in both; cos(v(d1),v(q)) > cos(v(d2),v(q)) for the mean vectors of the query's tokens " +
			"and of the documents' tokens that are no query terms",
		Unconditional: "cos(v(d1),v(q)) > cos(v(d2),v(q)) for the mean vectors of the query's tokens and of the documents' tokens that are " +
			"no query terms, where both are defined",
		Source: "Câmara, Hauff, ECIR 2020, table 1; after Fang, Zhai, SIGIR 2006, STMC1",
		Params: []param{variants("camara", "klose", "camara-code"), similaritySource},
		Needs:  Needs{Vectors: true},
		Example: Example{
			Query: "ship",
			Docs:  []string{"ship boat", "ship stone"},
			Plane: []point{{"ship", 1, 0.1}, {"boat", 1, 0}, {"stone", 0, 1}},
			Says:  "both hold the query term, and boat is closer to it than stone",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"camara-code": func(s *Spec) {
			s.Unconditional = strings.Replace(s.Unconditional, ">", "<", 1)
			s.Formula = "as many occurrences of query terms in both; " + s.Unconditional
			s.Source = codeOfCamara + "STMC1: it compares distances, and prefers the larger one. Tables 2 and 3 were made so"
			s.Example.Docs, s.Example.Says = []string{"ship stone", "ship boat"}, "both hold the query term once, and stone is further from it"
		},
		"klose": func(s *Spec) {
			s.Formula = "the mean similarity of the distinct query terms to the distinct terms of d1 is larger than to those of d2"
			s.Unconditional = ""
			s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, STMC1; after Fang, Zhai, SIGIR 2006"
			s.Needs = Needs{Similarity: true}
			s.Example = Example{
				Query:        "ship",
				Docs:         []string{"boat", "stone"},
				Similarities: []termSimilarity{{"ship", "boat", 0.9}, {"ship", "stone", 0.2}},
				Says:         "boat is more like the query term than stone",
				Want:         []int{1},
			}
		},
	},
	bind: func(b *binding) Judge {
		if b.word("variant") == "klose" {
			return judgeByMeanSimilarity(b)
		}
		m, conditional, byCode := b.centroids(), !b.unconditional(), b.word("variant") == "camara-code"
		return judgeByNumber(b, m.features, func(x *centroid) standing {
			s := standing{class: x.numDistinct, number: x.toQuery}
			if byCode {
				s = standing{class: x.sum, number: -x.toQuery}
			}
			switch {
			case !m.defined || !x.defined:
				s.class = incomparable
			case !conditional:
				s.class = 0
			}
			return s
		})
	},
	explain: func(t *trace) {
		if t.word("variant") == "klose" {
			noteNearestWords(t)
			docs := featuresOf[standing](t)
			t.prefer(func(d, e int) { t.whenLarger("mean similarity", docs[d].number, docs[e].number) })
			return
		}
		byCode := t.word("variant") == "camara-code"
		docs := requireCentroids(t, byCode)
		t.prefer(func(d, e int) {
			if byCode {
				t.whenSmaller("cosine to the query", docs[d].toQuery, docs[e].toQuery)
				return
			}
			t.whenLarger("cosine to the query", docs[d].toQuery, docs[e].toQuery)
		})
	},
}

// judgeByMeanSimilarity returns the judge in the reading of Klose. The similarities of a term to
// the query are summed once for all candidates.
func judgeByMeanSimilarity(b *binding) Judge {
	type total struct {
		sum   float64
		pairs int
	}
	like, words, totals := b.similarities().query(), feature.NewWords(nil), []total(nil) // by the words' numbers
	features := func(docs []Doc, old []standing) []standing {
		distinct := words.Documents(len(docs), func(i int) []uint32 { return docs[i].Terms })
		for _, t := range words.Terms()[len(totals):] {
			sum, pairs := like.Total(t)
			totals = append(totals, total{sum, pairs})
		}
		list := slices.Grow(old[:0], len(docs))
		for i := range docs {
			var all total
			for _, number := range distinct[i] {
				all.sum += totals[number].sum
				all.pairs += totals[number].pairs
			}
			list = append(list, standing{number: all.sum / float64(max(all.pairs, 1))})
		}
		return list
	}
	return judgeStandings(b, features)
}

// noteNearestWords adds, for each query term and document, how many of the document's distinct terms
// have a similarity to it, and the most similar one.
func noteNearestWords(t *trace) {
	like := t.similarities().query()
	for d := range t.input.Docs {
		type best struct {
			pairs int
			term  uint32
			sim   float64
		}
		nearest := make([]best, len(t.terms))
		seenTerms := map[uint32]bool{}
		for _, term := range t.input.Docs[d].Terms {
			if seenTerms[term] {
				continue
			}
			seenTerms[term] = true
			like.VisitSimilar(term, func(slot int, sim float64) {
				b := &nearest[slot]
				if b.pairs++; b.pairs == 1 || sim > b.sim {
					b.term, b.sim = term, sim
				}
			})
		}
		for slot, b := range nearest {
			if b.pairs > 0 {
				t.fact("%s: %s with a similarity to %s; the highest is that of %s, %s",
					t.name(d), countNoun(b.pairs, "term"), t.term(slot), t.input.Word(b.term), decimal(b.sim))
			}
		}
	}
}

var stmc2 = &definition{
	spec: Spec{
		ID:    "stmc2",
		Title: "Query tokens rather than words of like meaning",
		Formula: "cos(v(d1),v(d2)) >= 1 - stmc_sim for the mean vectors of the documents' tokens that are no query terms; d1 holds " +
			"more query tokens",
		Unconditional: "d1 holds more query tokens",
		Source:        "Câmara, Hauff, ECIR 2020, table 1 and its code; after Fang, Zhai, SIGIR 2006, STMC2",
		Weak:          true,
		Params: []param{variants("camara", "klose", "klose-table"), similaritySource,
			{Name: "stmc_sim", Doc: "how far below 1 the documents' cosine may be (camara)", Unit: "cosine", Default: "0.2", Max: 2}},
		Needs: Needs{Vectors: true},
		Example: Example{
			Query: "ship",
			Docs:  []string{"ship ship boat", "ship boat"},
			Plane: []point{{"ship", 1, 0.1}, {"boat", 1, 0}},
			Says:  "their other word is the same, and the first holds the query term twice",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": ofClosestPairs,
		"klose-table": func(s *Spec) {
			ofClosestPairs(s)
			s.Formula = "t = the first in a random order of the query terms with a pair (t, other term w of either document) of the highest " +
				"similarity; t is not in d2; for such a w |d2|/|d1| ~20% c(w,d2)/c(t,d1); mirrored; 0 where there is no pair"
			s.Source = "Klose, thesis 2021, table 4.1: .035 of the pairs have a preference; the printed formula has .09 here. That d2 lacks t is " +
				"of Fang, Zhai, SIGIR 2006, STMC2. The reading is inferred from the table"
			s.drawOrder()
		},
	},
	bind: func(b *binding) Judge {
		switch b.word("variant") {
		case "klose":
			return judge(b, relativesOf(b), compareRelatives) // as printed
		case "klose-table":
			return judgeByClosestTerm(b)
		}
		m, least, conditional := b.centroids(), 1-b.number("stmc_sim"), !b.unconditional()
		return judge(b, m.features, func(x, y *centroid) Verdict {
			if conditional && (!x.defined || !y.defined || !atLeast(feature.Dot(x.unit, y.unit), least)) {
				return Void
			}
			return preferMore(x.sum, y.sum)
		})
	},
	explain: func(t *trace) {
		switch t.word("variant") {
		case "klose":
			explainRelatives(t)
			return
		case "klose-table":
			explainClosestTerm(t)
			return
		}
		docs := featuresOf[centroid](t)
		for d := range docs {
			t.require(docs[d].defined, "the mean vector of %s's words outside the query is defined", t.name(d))
		}
		if docs[0].defined && docs[1].defined {
			cosine, least := feature.Dot(docs[0].unit, docs[1].unit), 1-t.number("stmc_sim")
			t.require(atLeast(cosine, least), "cosine of the words outside the query: %s >= %s", decimal(cosine), decimal(least))
		}
		t.prefer(func(d, e int) {
			t.when(docs[d].sum > docs[e].sum, "query tokens: %d > %d", docs[d].sum, docs[e].sum)
		})
	},
}

// ofClosestPairs sets what the readings of Klose share.
func ofClosestPairs(s *Spec) {
	s.Formula = "for all pairs (query term t, other term w of either document) of the highest similarity, |d2|/|d1| ~20% " +
		"c(w,d2)/c(t,d1); mirrored; 0 where both hold or there is no pair; a ratio over zero fulfils nothing"
	s.Unconditional = ""
	s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, STMC2; after Fang, Zhai, SIGIR 2006"
	s.Weak = false
	s.Needs = Needs{Similarity: true}
	s.Example = Example{
		Query:        "ship",
		Docs:         []string{"ship sails", "boat sails"},
		Similarities: []termSimilarity{{"ship", "boat", 0.9}},
		Says:         "as long as the first, the second holds boat, the word most like ship, as often as the first holds ship",
		Want:         []int{1},
	}
}

// relatives is a document in the reading of Klose: its most similar pairs of a query term and
// another term.
type relatives struct {
	counts
	feature.Highest
}

// relativesOf returns the function that describes documents by their most similar pairs.
func relativesOf(b *binding) func(docs []Doc, old []relatives) []relatives {
	closest := feature.NewClosest(b.similarities().query(), equal)
	var docCounts []counts
	return func(docs []Doc, old []relatives) []relatives {
		docCounts = b.count(docs, docCounts)
		list := slices.Grow(old[:0], len(docs))
		closest.Find(len(docs), func(i int) []uint32 { return docs[i].Terms }, func(i int, h feature.Highest) {
			list = append(list, relatives{docCounts[i], h})
		})
		return list
	}
}

// judgeByClosestTerm returns the judge in the reading of Klose's table.
func judgeByClosestTerm(b *binding) Judge {
	order := b.drawnOrder()
	return judge(b, relativesOf(b), func(x, y *relatives) Verdict {
		slot := closestTerm(order, x, y)
		first, second := false, false
		eachRelative(x, y, func(r feature.Pair, inX, inY int32) {
			if r.Slot == slot {
				first = first || y.freq[slot] == 0 && sameRatio(y.length, x.length, inY, x.freq[slot])
				second = second || x.freq[slot] == 0 && sameRatio(x.length, y.length, inX, y.freq[slot])
			}
		})
		return preferOne(first, second)
	})
}

// closestTerm returns the slot of the first query term in an order that has a pair of the highest similarity of two documents, or -1.
func closestTerm(order []int, x, y *relatives) int {
	best := len(order)
	eachRelative(x, y, func(r feature.Pair, _, _ int32) { best = min(best, slices.Index(order, r.Slot)) })
	if best == len(order) {
		return -1
	}
	return order[best]
}

func compareRelatives(x, y *relatives) Verdict {
	first, second := true, true
	eachRelative(x, y, func(r feature.Pair, inX, inY int32) {
		first = first && sameRatio(y.length, x.length, inY, x.freq[r.Slot])
		second = second && sameRatio(x.length, y.length, inX, y.freq[r.Slot])
	})
	return preferOne(first, second)
}

// eachRelative calls try for the pairs of the highest similarity, with the counts of their other
// term in both documents.
func eachRelative(x, y *relatives, try func(r feature.Pair, inX, inY int32)) {
	// The best pairs of both are those of the document with the higher similarity, or of both documents.
	if !greater(y.Best, x.Best) {
		for _, r := range x.Pairs {
			try(r, r.Count, countIn(y, r))
		}
	}
	if !greater(x.Best, y.Best) {
		for _, r := range y.Pairs {
			try(r, countIn(x, r), r.Count)
		}
	}
}

// countIn returns how often d holds r's term. If d holds it, the pair is one of its best, as the
// similarity is the highest of both.
func countIn(d *relatives, r feature.Pair) int32 {
	for _, other := range d.Pairs {
		if other.Term == r.Term {
			return other.Count
		}
	}
	return 0
}

// sameRatio reports whether a/b ~20% c/d. It is false where b or d is zero.
func sameRatio(a, b, c, d int32) bool {
	return b > 0 && d > 0 && isClose(0.2, float64(a)/float64(b), float64(c)/float64(d))
}

// explainRelatives adds the pairs of the highest similarity and whether the lengths have the ratio
// of their counts.
func explainRelatives(t *trace) {
	docs := featuresOf[relatives](t)
	var pairs []feature.Pair
	var inDocs [][2]int32 // the counts of the pairs' other terms
	eachRelative(&docs[0], &docs[1], func(r feature.Pair, inX, inY int32) {
		pairs, inDocs = append(pairs, r), append(inDocs, [2]int32{inX, inY})
		t.fact("sim(%s, %s) = %s, the highest of a query term and another", t.term(r.Slot), t.input.Word(r.Term),
			decimal(max(docs[0].Best, docs[1].Best)))
	})
	t.prefer(func(d, e int) {
		if len(pairs) == 0 {
			t.when(false, "some word outside the query has a similarity to a query term")
		}
		for i, p := range pairs {
			x, y, n := &docs[d], &docs[e], inDocs[i][e]
			t.when(sameRatio(y.length, x.length, n, x.freq[p.Slot]), "|%s|/|%s| = %s", t.name(e), t.name(d),
				t.ratios(d, y.length, x.length, p.Slot, p.Term, n, x.freq[p.Slot]))
		}
	})
}

// ratios writes the comparison of sameRatio for document d above the other one.
func (t *trace) ratios(d int, a, b int32, slot int, word uint32, n, m int32) string {
	return fmt.Sprintf("%d/%d ~20%% c(%s,%s)/c(%s,%s) = %d/%d", a, b, t.input.Word(word), t.name(1-d), t.term(slot), t.name(d), n, m)
}

// explainClosestTerm adds the first query term of the highest similarity, and the conditions of its pairs.
func explainClosestTerm(t *trace) {
	docs, order := featuresOf[relatives](t), t.drawnOrder()
	noteOrder(t, order)
	slot := closestTerm(order, &docs[0], &docs[1])
	var words []uint32
	inDocs := map[uint32][2]int32{}
	eachRelative(&docs[0], &docs[1], func(r feature.Pair, inX, inY int32) {
		if _, ok := inDocs[r.Term]; r.Slot == slot && !ok {
			words, inDocs[r.Term] = append(words, r.Term), [2]int32{inX, inY}
		}
	})
	for _, word := range words {
		t.fact("sim(%s, %s) is the highest of a query term and another; %s is the first such query term", t.term(slot), t.input.Word(word),
			t.term(slot))
	}
	t.prefer(func(d, e int) {
		if slot < 0 {
			t.when(false, "some word outside the query has a similarity to a query term")
			return
		}
		x, y := &docs[d], &docs[e]
		t.when(y.freq[slot] == 0, "c(%s,%s): %d = 0", t.term(slot), t.name(e), y.freq[slot])
		ok, parts := false, make([]string, len(words))
		for i, word := range words {
			n := inDocs[word][e]
			ok = ok || sameRatio(y.length, x.length, n, x.freq[slot])
			parts[i] = t.ratios(d, y.length, x.length, slot, word, n, x.freq[slot])
		}
		t.when(ok, "|%s|/|%s| = %s", t.name(e), t.name(d), strings.Join(parts, ", or "))
	})
}

var stmc3 = &definition{
	spec: Spec{
		ID:    "stmc3",
		Title: "More query tokens make up for words further from the query",
		Formula: "| |d1| - |d2| | <= delta, as many distinct query terms in both; d1 holds more query tokens and cos(v(d2),v(q)) > " +
			"cos(v(d1),v(q))",
		Unconditional: "d1 holds more query tokens and cos(v(d2),v(q)) > cos(v(d1),v(q)), where the three are defined",
		Source:        "Câmara, Hauff, ECIR 2020, table 1; after Fang, Zhai, SIGIR 2006, STMC3",
		Params:        append(lengthBound("10", "none"), variants("camara", "camara-code")),
		Needs:         Needs{Vectors: true},
		Example: Example{
			Query: "ship",
			Docs:  []string{"ship ship stone", "ship boat"},
			Plane: []point{{"ship", 1, 0.1}, {"boat", 1, 0}, {"stone", 0, 1}},
			Says:  "the first holds the query term twice, while the second's other word is closer to it",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"camara-code": func(s *Spec) {
			s.Formula = strings.Replace(s.Formula, "more query tokens", "fewer tokens that are no query terms", 1)
			s.Unconditional = strings.Replace(s.Unconditional, "more query tokens", "fewer tokens that are no query terms", 1)
			s.Source = codeOfCamara + "STMC3: it counts the tokens that are no query terms, at a difference of the lengths below delta, " +
				"and equal scores fulfil it"
			s.Weak, s.param("delta").Default = true, "9"
			s.Example.Docs = []string{"ship stone", "ship boat boat"}
			s.Example.Says = "the first has one word fewer that is no query term, and those of the second are closer to it"
		},
	},
	bind: func(b *binding) Judge {
		m, conditional, byCode := b.centroids(), !b.unconditional(), b.word("variant") == "camara-code"
		return judge(b, m.features, func(x, y *centroid) Verdict {
			if !m.defined || !x.defined || !y.defined || conditional && x.numDistinct != y.numDistinct {
				return Void
			}
			more := x.sum - y.sum
			if byCode {
				more += y.length - x.length
			}
			return preferOne(more > 0 && greater(y.toQuery, x.toQuery), more < 0 && greater(x.toQuery, y.toQuery))
		})
	},
	explain: func(t *trace) {
		docs := requireCentroids(t, false)
		t.prefer(func(d, e int) {
			t.whenSmaller("cosine to the query", docs[d].toQuery, docs[e].toQuery)
			if x, y := docs[d].length-docs[d].sum, docs[e].length-docs[e].sum; t.word("variant") == "camara-code" {
				t.when(x < y, "tokens that are no query terms: %d < %d", x, y)
				return
			}
			t.when(docs[d].sum > docs[e].sum, "query tokens: %d > %d", docs[d].sum, docs[e].sum)
		})
	},
}

// centroid is a document under the semantic axioms of Câmara and Hauff (2020): its counts, and
// v(d), the mean vector of its tokens that are no query terms.
type centroid struct {
	counts
	defined bool
	unit    []float64 // v(d), scaled to length 1
	toQuery float64   // cos(v(d), v(q)), where both are defined
}

// centroids computes them for the candidates of one query.
type centroids struct {
	bag       *bag
	vectors   Vectors
	defined   bool      // v(q) is defined
	query     []float64 // v(q), the mean vector of the query's tokens, scaled to length 1
	docCounts []counts
}

func (b *binding) centroids() *centroids {
	m := &centroids{bag: b.bag, vectors: b.Vectors}
	if m.vectors != nil {
		m.query = make([]float64, m.vectors.Dim())
		m.defined = m.mean(b.tokens, m.query, func(uint32) bool { return true })
	}
	return m
}

func (m *centroids) features(docs []Doc, old []centroid) []centroid {
	m.docCounts = m.bag.count(docs, m.docCounts)
	list, dim := slices.Grow(old[:0], len(docs)), len(m.query)
	cells := make([]float64, dim*len(docs))
	for i, d := range docs {
		x := centroid{counts: m.docCounts[i], unit: cells[:dim:dim]}
		cells = cells[dim:]
		x.defined = m.mean(d.Terms, x.unit, func(t uint32) bool { return m.bag.slot(t) < 0 })
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

// requireCentroids adds the preconditions that both documents hold as many distinct query terms, or
// occurrences of query terms, and that the mean vectors of the documents and the query are defined.
// It returns the documents' features.
func requireCentroids(t *trace, byOccurrences bool) []centroid {
	docs := featuresOf[centroid](t)
	if x, y := &docs[0], &docs[1]; byOccurrences {
		t.require(x.sum == y.sum, "occurrences of query terms: %d = %d", x.sum, y.sum)
	} else {
		t.require(x.numDistinct == y.numDistinct, "distinct query terms held: %d = %d", x.numDistinct, y.numDistinct)
	}
	for d := range docs {
		t.need(docs[d].defined, "the mean vector of %s's words outside the query is defined", t.name(d))
	}
	t.need(t.centroids().defined, "the mean vector of the query is defined")
	return docs
}

// similarities are those of the query's terms, to each other and to other terms.
type similarities struct {
	terms  []uint32   // of the query, distinct
	source Similarity // nil: no pair of terms has a similarity
}

// similarities returns those of the source that the parameter sim selects.
func (b *binding) similarities() similarities {
	s := similarities{b.terms, b.Similarity}
	fromVectors := b.word("sim") == "vectors" || b.word("sim") == "configured" && b.Similarity == nil
	if fromVectors {
		s.source = nil
		if b.Vectors != nil {
			s.source = b.Vectors
		}
	}
	return s
}

// query returns the similarities of terms to the query's terms.
func (s similarities) query() *feature.Likeness { return feature.NewLikeness(s.terms, s.source) }

// sim returns the similarity of two terms of the query, by slot.
func (s similarities) sim(i, j int) (sim float64, ok bool) {
	if s.source == nil {
		return 0, false
	}
	return s.source.Sim(s.terms[i], s.terms[j])
}

// sumToOthers returns the sum of a term's similarities to the other terms. ok is false where it has
// none.
func (s similarities) sumToOthers(slot int) (sum float64, ok bool) {
	for other := range s.terms {
		if sim, has := s.sim(slot, other); other != slot && has {
			sum += sim
			ok = true
		}
	}
	return sum, ok
}

// note adds the similarities of the distinct query terms to each other.
func (s similarities) note(t *trace) {
	for j := range s.terms {
		for i := range j {
			if sim, ok := s.sim(i, j); ok {
				t.fact("sim(%s, %s) = %s", t.term(i), t.term(j), decimal(sim))
			}
		}
	}
}
