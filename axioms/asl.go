package axioms

import (
	"github.com/axiomine/axiomine/axioms/prose"
)

var asl = &definition{
	spec: Spec{
		ID:            "asl",
		Title:         "Sentences of a readable length",
		Family:        "answers",
		Formula:       "|d1| ~10% |d2|; the mean length of a sentence is min_words to max_words words in d1 and not in d2",
		Unconditional: "the mean length of a sentence is min_words to max_words words in d1 and not in d2",
		Source: "ir_axioms 1.2.5, aSL; after Markel 2010 and Newell 2014; words and sentences are those of prose.Read, stop words " +
			"included, not spaCy's",
		SameLength: true,
		Params: append(lengthBound("none", "none"),
			param{Name: "min_words", Doc: "mean sentence length from which a text is readable", Unit: "words", Default: "12", Max: longest},
			param{Name: "max_words", Doc: "mean sentence length up to which a text is readable", Unit: "words", Default: "20", Max: longest}),
		Needs: Needs{Sentences: true},
		Example: Example{
			Query: "whales",
			Docs: []string{"Whales come up to the surface of the sea to breathe every few minutes.",
				"Whales come up to the surface. They breathe. They do so every few minutes."},
			Says: "the one sentence of the first has fourteen words, the three of the second have 14/3",
			Want: []int{1},
		},
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
