package axioms

import (
	"github.com/axiomine/axiomine/axioms/prose"
)

// sentencesOf is the feature of the axioms on sentences.
var sentencesOf = mapDocs(func(d *Doc) prose.Counts { return d.Sentences })

// judgeSentences returns the judge of an axiom that compares two documents where both hold a
// sentence.
func judgeSentences(b *binding, compare func(x, y *prose.Counts) Verdict) *pairwise[prose.Counts] {
	return judge(b, sentencesOf, func(x, y *prose.Counts) Verdict {
		if x.Count == 0 || y.Count == 0 {
			return Neither
		}
		return compare(x, y)
	})
}

// explainSentences explains the comparison of two numbers, where both documents hold a sentence and
// the numbers are not about equal; compare adds the condition of one order.
func explainSentences(t *trace, number func(x *prose.Counts) float64, compare func(x, y *prose.Counts)) {
	docs, margin := featuresOf[prose.Counts](t), t.closeness()
	t.prefer(func(d, e int) {
		x, y := &docs[d], &docs[e]
		t.when(x.Count > 0 && y.Count > 0, "both hold a sentence: %d and %d", x.Count, y.Count)
		margin.explain(t, number(x), number(y))
		compare(x, y)
	})
}

// closeness is a value of margin_fraction.
type closeness float64

// closenessParam returns the parameter of ir_axioms below which numbers count as equal.
func closenessParam(share string) param {
	return param{Name: "margin_fraction", Doc: "numbers that differ by at most this share of the larger one count as equal", Unit: "share",
		Default: share, Max: 1}
}

func (v *values) closeness() closeness { return closeness(v.number("margin_fraction")) }

// preferLarger prefers the document whose number is larger, where the two are not about equal.
func (c closeness) preferLarger(a, b float64) Verdict {
	if isClose(float64(c), a, b) {
		return Neither
	}
	return preferLarger(a, b)
}

// explain adds the condition of margin_fraction where it is above 0.
func (c closeness) explain(t *trace, x, y float64) {
	if c > 0 {
		t.when(!isClose(float64(c), x, y), "they differ by more than %s of the larger one", decimal(float64(c)))
	}
}
