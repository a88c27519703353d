package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/prose"
)

var coh1 = &definition{
	spec: Spec{
		ID:    "coh1",
		Title: "Words as long in one sentence as in the next",
		Formula: "both hold a sentence; the standard deviation, over the sentences, of the mean length of their words in characters is smaller " +
			"in d1, and not ~margin_fraction that of d2",
		Source: "ir_axioms 1.2.5, COH1 (stylistic coherence of Gienapp et al., SIGIR 2024). Sentences and words are those of " +
			"prose.Read, not spaCy's; a sentence without a word is none",
		Params: []param{closenessParam("0")},
		Needs:  Needs{Sentences: true},
		Example: examplePair("whales", "words have a mean length of 5 in both sentences of the first, of 2 and 12 in the second",
			"Whales sing songs. Seals bark aloud.", "We go. Oceanographers investigated cetaceans."),
	},
	bind: func(b *binding) Judge { return judgeSentences(b, evenness) },
	explain: func(t *trace) {
		explainSentences(t, evenness, func(x, y *prose.Counts) {
			t.whenSmaller("standard deviation of the sentences' mean word lengths", x.Spread, y.Spread)
		})
	},
}

// evenness returns a larger number for sentences whose words are more alike in length.
func evenness(s *prose.Counts) float64 { return -s.Spread }

var corr1 = &definition{
	spec: Spec{
		ID:    "corr1",
		Title: "More of its sentences cite",
		Formula: "both hold a sentence; the share of sentences with a number in square brackets is larger in d1, and not ~margin_fraction " +
			"that of d2",
		Source: "ir_axioms 1.2.5, CORR1 (factual correctness of Gienapp et al., SIGIR 2024), as its documentation says. Its code prefers the " +
			"smaller share. Sentences are those of prose.Read, not spaCy's",
		Params: []param{closenessParam("0.1")},
		Needs:  Needs{Sentences: true},
		Example: examplePair("whales", "both sentences of the first cite, one of the two of the second",
			"Whales sing [1]. They eat krill [2].", "Whales sing [1]. They eat krill."),
	},
	bind: func(b *binding) Judge { return judgeSentences(b, citationShare) },
	explain: func(t *trace) {
		explainSentences(t, citationShare, func(x, y *prose.Counts) {
			t.when(greater(citationShare(x), citationShare(y)), "sentences that cite: %d of %d > %d of %d", x.Cited, x.Count, y.Cited, y.Count)
		})
	},
}

// citationShare returns the share of the sentences that cite, and 0 where there is no sentence.
func citationShare(s *prose.Counts) float64 { return float64(s.Cited) / float64(max(s.Count, 1)) }

var cov1 = &definition{
	spec: Spec{
		ID:      "cov1",
		Title:   "More distinct terms",
		Formula: "d1 has more distinct terms, and their number is not ~margin_fraction that of d2",
		Source: "ir_axioms 1.2.5, COV1 (broad coverage of Gienapp et al., SIGIR 2024), by counts. An aspect is a distinct term of the " +
			"analysed document; in ir_axioms it is a noun chunk of spaCy",
		Params: []param{closenessParam("0")},
		Example: examplePair("whales", "the first has five distinct words, the second three",
			"whales sing and seals bark", "whales sing and whales sing"),
	},
	bind: func(b *binding) Judge {
		margin, terms := b.number("margin_fraction"), b.distinctTerms()
		distinct := func(docs []Doc, old []standing) []standing {
			list := slices.Grow(old[:0], len(docs))
			for _, n := range terms(docs) {
				list = append(list, standing{number: float64(n)})
			}
			return list
		}
		if margin == 0 {
			return judgeStandings(b, distinct)
		}
		return judge(b, distinct, func(x, y *standing) Verdict { return preferBeyond(margin, x.number, y.number) })
	},
	explain: func(t *trace) {
		docs := featuresOf[standing](t)
		t.prefer(func(d, e int) {
			x, y := docs[d].number, docs[e].number
			t.whenBeyond(x, y)
			t.whenLarger("distinct terms", x, y)
		})
	},
}

var asl = &definition{
	spec: Spec{
		ID:            "asl",
		Title:         "Sentences of a readable length",
		Formula:       "|d1| ~10% |d2|; the mean length of a sentence is min_words to max_words words in d1 and not in d2",
		Unconditional: "the mean length of a sentence is min_words to max_words words in d1 and not in d2",
		Source: "ir_axioms 1.2.5, aSL; after Markel 2010 and Newell 2014; words and sentences are those of prose.Read, stop words " +
			"included, not spaCy's",
		SameLength: true,
		Params: []param{{Name: "min_words", Doc: "mean sentence length from which a text is readable", Unit: "words", Default: "12", Max: longest},
			{Name: "max_words", Doc: "mean sentence length up to which a text is readable", Unit: "words", Default: "20", Max: longest}},
		Needs: Needs{Sentences: true},
		Example: examplePair("whales", "the one sentence of the first has fourteen words, the three of the second have 14/3",
			"Whales come up to the surface of the sea to breathe every few minutes.",
			"Whales come up to the surface. They breathe. They do so every few minutes."),
	},
	bind: func(b *binding) Judge {
		least, most := b.number("min_words"), b.number("max_words")
		return judgeByNumber(b, sentencesOf, func(x *prose.Counts) standing {
			return standing{number: float64(oneIf(isReadable(x, least, most)))}
		})
	},
	explain: func(t *trace) {
		docs, least, most := featuresOf[prose.Counts](t), t.number("min_words"), t.number("max_words")
		t.prefer(func(d, e int) {
			for _, want := range []bool{true, false} {
				i, not := d, ""
				if !want {
					i, not = e, "not "
				}
				t.when(isReadable(&docs[i], least, most) == want, "words a sentence in %s, %d/%d, are %s%s to %s", t.name(i), docs[i].Words,
					docs[i].Count, not, decimal(least), decimal(most))
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
	return atLeast(mean, least) && atLeast(most, mean)
}

// sentencesOf returns the counts of a document's sentences, for the axioms on them.
var sentencesOf = mapDocs(func(d *Doc) prose.Counts { return d.Sentences })

// judgeSentences returns the judge of an axiom that prefers the larger number, where both documents
// hold a sentence and the numbers are not about equal.
func judgeSentences(b *binding, number func(s *prose.Counts) float64) Judge {
	margin := b.number("margin_fraction")
	return judge(b, sentencesOf, func(x, y *prose.Counts) Verdict {
		if x.Count == 0 || y.Count == 0 {
			return Neither
		}
		return preferBeyond(margin, number(x), number(y))
	})
}

// explainSentences explains the comparison of judgeSentences; compare adds the condition of one order.
func explainSentences(t *trace, number func(s *prose.Counts) float64, compare func(x, y *prose.Counts)) {
	docs := featuresOf[prose.Counts](t)
	t.prefer(func(d, e int) {
		x, y := &docs[d], &docs[e]
		t.when(x.Count > 0 && y.Count > 0, "both hold a sentence: %d and %d", x.Count, y.Count)
		t.whenBeyond(number(x), number(y))
		compare(x, y)
	})
}

// closenessParam returns the parameter of ir_axioms below which numbers count as equal.
func closenessParam(share string) param {
	return param{Name: "margin_fraction", Doc: "numbers that differ by at most this share of the larger one count as equal", Unit: "share",
		Default: share, Max: 1}
}

// preferBeyond prefers the document whose number is larger, where the two differ by more than a
// share of the larger one.
func preferBeyond(share, a, b float64) Verdict {
	if isClose(share, a, b) {
		return Neither
	}
	return preferLarger(a, b)
}

// whenBeyond adds the condition of margin_fraction where it is above 0.
func (t *trace) whenBeyond(x, y float64) {
	if share := t.number("margin_fraction"); share > 0 {
		t.when(!isClose(share, x, y), "they differ by more than %s of the larger one", decimal(share))
	}
}
