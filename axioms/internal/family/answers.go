package family

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/axioms/prose"
)

var coh1 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "coh1",
		Title: "Words as long in one sentence as in the next",
		Formula: "both hold a sentence; the standard deviation, over the sentences, of the mean length of their words in characters is smaller " +
			"in d1, and not ~margin_fraction that of d2",
		Source: "ir_axioms 1.2.5, COH1 (stylistic coherence of Gienapp et al., SIGIR 2024). Sentences and words are those of " +
			"prose.Read, not spaCy's; a sentence without a word is none",
		Params: []rule.Param{closenessParam("0")},
		Needs:  rule.Needs{Sentences: true},
		Example: rule.ExamplePair("whales", "words have a mean length of 5 in both sentences of the first, of 2 and 12 in the second",
			"Whales sing songs. Seals bark aloud.", "We go. Oceanographers investigated cetaceans."),
	},
	Bind: func(b *rule.Binding) rule.Judge { return judgeSentences(b, evenness) },
	Explain: func(t *rule.Trace) {
		explainSentences(t, evenness, func(x, y *prose.Counts) {
			t.WhenSmaller("standard deviation of the sentences' mean word lengths", x.Spread, y.Spread)
		})
	},
}

// evenness returns a larger number for sentences whose words are more alike in length.
func evenness(s *prose.Counts) float64 { return -s.Spread }

var corr1 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "corr1",
		Title: "More of its sentences cite",
		Formula: "both hold a sentence; the share of sentences with a number in square brackets is larger in d1, and not ~margin_fraction " +
			"that of d2",
		Source: "ir_axioms 1.2.5, CORR1 (factual correctness of Gienapp et al., SIGIR 2024), as its documentation says. Its code prefers the " +
			"smaller share. Sentences are those of prose.Read, not spaCy's",
		Params: []rule.Param{closenessParam("0.1")},
		Needs:  rule.Needs{Sentences: true},
		Example: rule.ExamplePair("whales", "both sentences of the first cite, one of the two of the second",
			"Whales sing [1]. They eat krill [2].", "Whales sing [1]. They eat krill."),
	},
	Bind: func(b *rule.Binding) rule.Judge { return judgeSentences(b, citationShare) },
	Explain: func(t *rule.Trace) {
		explainSentences(t, citationShare, func(x, y *prose.Counts) {
			t.When(rule.Greater(citationShare(x), citationShare(y)), "sentences that cite: %d of %d > %d of %d", x.Cited, x.Count, y.Cited, y.Count)
		})
	},
}

// citationShare returns the share of the sentences that cite, and 0 where there is no sentence.
func citationShare(s *prose.Counts) float64 { return float64(s.Cited) / float64(max(s.Count, 1)) }

var cov1 = &rule.Definition{
	Spec: rule.Spec{
		ID:      "cov1",
		Title:   "More distinct terms",
		Formula: "d1 has more distinct terms, and their number is not ~margin_fraction that of d2",
		Source: "ir_axioms 1.2.5, COV1 (broad coverage of Gienapp et al., SIGIR 2024), by counts. An aspect is a distinct term of the " +
			"analysed document; in ir_axioms it is a noun chunk of spaCy",
		Params: []rule.Param{closenessParam("0")},
		Example: rule.ExamplePair("whales", "the first has five distinct words, the second three",
			"whales sing and seals bark", "whales sing and whales sing"),
	},
	Bind: func(b *rule.Binding) rule.Judge {
		margin, terms := b.Number("margin_fraction"), b.DistinctTerms()
		distinct := func(docs []rule.Doc, old []rule.Standing) []rule.Standing {
			list := slices.Grow(old[:0], len(docs))
			for _, n := range terms(docs) {
				list = append(list, rule.Standing{Number: float64(n)})
			}
			return list
		}
		if margin == 0 {
			return rule.JudgeStandings(b, distinct)
		}
		return rule.JudgePairs(b, distinct, func(x, y *rule.Standing) rule.Verdict { return preferBeyond(margin, x.Number, y.Number) })
	},
	Explain: func(t *rule.Trace) {
		docs := rule.FeaturesOf[rule.Standing](t)
		t.Prefer(func(d, e int) {
			x, y := docs[d].Number, docs[e].Number
			whenBeyond(t, x, y)
			t.WhenLarger("distinct terms", x, y)
		})
	},
}

var asl = &rule.Definition{
	Spec: rule.Spec{
		ID:            "asl",
		Title:         "Sentences of a readable length",
		Formula:       "|d1| ~10% |d2|; the mean length of a sentence is min_words to max_words words in d1 and not in d2",
		Unconditional: "the mean length of a sentence is min_words to max_words words in d1 and not in d2",
		Source: "ir_axioms 1.2.5, aSL; after Markel 2010 and Newell 2014; words and sentences are those of prose.Read, stop words " +
			"included, not spaCy's",
		SameLength: true,
		Params: []rule.Param{
			{Name: "min_words", Doc: "mean sentence length from which a text is readable", Unit: "words", Default: "12", Max: rule.Longest},
			{Name: "max_words", Doc: "mean sentence length up to which a text is readable", Unit: "words", Default: "20", Max: rule.Longest},
		},
		Needs: rule.Needs{Sentences: true},
		Example: rule.ExamplePair("whales", "the one sentence of the first has fourteen words, the three of the second have 14/3",
			"Whales come up to the surface of the sea to breathe every few minutes.",
			"Whales come up to the surface. They breathe. They do so every few minutes."),
	},
	Bind: func(b *rule.Binding) rule.Judge {
		least, most := b.Number("min_words"), b.Number("max_words")
		return rule.JudgeByNumber(b, sentencesOf, func(x *prose.Counts) rule.Standing {
			return rule.Standing{Number: float64(rule.OneIf(isReadable(x, least, most)))}
		})
	},
	Explain: func(t *rule.Trace) {
		docs, least, most := rule.FeaturesOf[prose.Counts](t), t.Number("min_words"), t.Number("max_words")
		t.Prefer(func(d, e int) {
			for _, want := range []bool{true, false} {
				i, not := d, ""
				if !want {
					i, not = e, "not "
				}
				t.When(isReadable(&docs[i], least, most) == want, "words a sentence in %s, %d/%d, are %s%s to %s", t.Name(i), docs[i].Words,
					docs[i].Count, not, rule.Decimal(least), rule.Decimal(most))
			}
		})
	},
}

// isReadable reports whether the mean length of a sentence is within bounds. A text without
// sentences is not readable.
func isReadable(s *prose.Counts, least, most float64) bool {
	if s.Count == 0 {
		return false
	}
	mean := float64(s.Words) / float64(s.Count)
	return rule.AtLeast(mean, least) && rule.AtLeast(most, mean)
}

// sentencesOf returns the counts of a document's sentences, for the axioms on them.
var sentencesOf = rule.MapDocs(func(d *rule.Doc) prose.Counts { return d.Sentences })

// judgeSentences returns the judge of an axiom that prefers the larger number, where both documents
// hold a sentence and the numbers are not about equal.
func judgeSentences(b *rule.Binding, number func(s *prose.Counts) float64) rule.Judge {
	margin := b.Number("margin_fraction")
	return rule.JudgePairs(b, sentencesOf, func(x, y *prose.Counts) rule.Verdict {
		if x.Count == 0 || y.Count == 0 {
			return rule.Neither
		}
		return preferBeyond(margin, number(x), number(y))
	})
}

// explainSentences explains the comparison of judgeSentences; compare adds the condition of one order.
func explainSentences(t *rule.Trace, number func(s *prose.Counts) float64, compare func(x, y *prose.Counts)) {
	docs := rule.FeaturesOf[prose.Counts](t)
	t.Prefer(func(d, e int) {
		x, y := &docs[d], &docs[e]
		t.When(x.Count > 0 && y.Count > 0, "both hold a sentence: %d and %d", x.Count, y.Count)
		whenBeyond(t, number(x), number(y))
		compare(x, y)
	})
}

// closenessParam returns the parameter of ir_axioms below which numbers count as equal.
func closenessParam(share string) rule.Param {
	return rule.Param{Name: "margin_fraction", Doc: "numbers that differ by at most this share of the larger one count as equal",
		Unit: "share", Default: share, Max: 1}
}

// preferBeyond prefers the document whose number is larger, where the two differ by more than a
// share of the larger one.
func preferBeyond(share, a, b float64) rule.Verdict {
	if rule.IsClose(share, a, b) {
		return rule.Neither
	}
	return rule.PreferLarger(a, b)
}

// whenBeyond adds the condition of margin_fraction where it is above 0.
func whenBeyond(t *rule.Trace, x, y float64) {
	if share := t.Number("margin_fraction"); share > 0 {
		t.When(!rule.IsClose(share, x, y), "they differ by more than %s of the larger one", rule.Decimal(share))
	}
}
