package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/terms"
)

var stmc1 = &definition{
	spec: Spec{
		ID:     "stmc1",
		Title:  "Other words closer to the query's meaning",
		Family: "semantic similarity",
		Formula: "as many distinct query terms in both; cos(v(d1),v(q)) > cos(v(d2),v(q)) for the mean vectors of the query's tokens " +
			"and of the documents' tokens that are no query terms",
		Unconditional: "cos(v(d1),v(q)) > cos(v(d2),v(q)) for the mean vectors of the query's tokens and of the documents' tokens that are " +
			"no query terms, where both are defined",
		Source: "Câmara, Hauff, ECIR 2020, table 1; after Fang, Zhai, SIGIR 2006, STMC1",
		Params: append(lengthBound("none", "none"), variants("camara", "klose", "camara-table"), similaritySource),
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
		"camara-table": func(s *Spec) {
			s.Formula = "as many occurrences of query terms in both; " + s.Unconditional
			s.Source = "Câmara, Hauff, ECIR 2020, table 2: stmc1 has 319,579 instances beside 217,104 of stmc3. By the text of both, those " +
				"would be less than half of these. The reading is inferred from the table"
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
		m, conditional, byOccurrences := b.centroids(), !b.unconditional(), b.word("variant") == "camara-table"
		return judgeByNumber(b, m.features, func(x *centroid) standing {
			if !m.defined || !x.defined {
				return standing{class: incomparable}
			}
			if !conditional {
				return standing{number: x.toQuery}
			}
			if byOccurrences {
				return standing{class: x.sum, number: x.toQuery}
			}
			return standing{class: x.numDistinct, number: x.toQuery}
		})
	},
	explain: func(t *trace) {
		if t.word("variant") == "klose" {
			noteNearestWords(t)
			docs := featuresOf[scoreDoc](t)
			t.prefer(func(d, e int) {
				t.when(greater(docs[d].score, docs[e].score), "mean similarity: %s > %s", decimal(docs[d].score), decimal(docs[e].score))
			})
			return
		}
		docs := requireCentroids(t, t.word("variant") == "camara-table")
		t.prefer(func(d, e int) {
			t.when(greater(docs[d].toQuery, docs[e].toQuery), "cosine to the query: %s > %s", decimal(docs[d].toQuery), decimal(docs[e].toQuery))
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
	like, words, totals := b.similarities().query(), terms.NewWords(nil), []total(nil) // by the words' numbers
	features := func(docs []Doc, old []scoreDoc) []scoreDoc {
		words.Documents(len(docs), func(i int) []uint32 { return docs[i].Terms })
		for _, t := range words.Terms()[len(totals):] {
			sum, pairs := like.Total(t)
			totals = append(totals, total{sum, pairs})
		}
		list := slices.Grow(old[:0], len(docs))
		for i := range docs {
			var all total
			for _, number := range words.Distinct(i) {
				all.sum += totals[number].sum
				all.pairs += totals[number].pairs
			}
			list = append(list, scoreDoc{all.sum / float64(max(all.pairs, 1))})
		}
		return list
	}
	return judgeByNumber(b, features, byScore)
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
