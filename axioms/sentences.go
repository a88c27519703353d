package axioms

import (
	"github.com/axiomine/axiomine/axioms/prose"
)

// sentencesOf is the feature of the axioms on sentences.
var sentencesOf = mapDocs(func(d *Doc) prose.Counts { return d.Sentences })

// judgeSentences returns the judge of an axiom that compares two documents where both hold a
// sentence.
func (b *binding) judgeSentences(compare func(x, y *prose.Counts) Verdict) *pairwise[prose.Counts] {
	return judge(b, sentencesOf, func(x, y *prose.Counts) Verdict {
		if x.Count == 0 || y.Count == 0 {
			return Neither
		}
		return compare(x, y)
	})
}

// closenessParam returns the parameter of ir_axioms below which numbers count as equal.
func closenessParam(share string) param {
	return param{Name: "margin_fraction", Doc: "numbers that differ by at most this share of the larger one count as equal", Unit: "share",
		Default: share, Max: 1}
}

// largerUnlessClose prefers the document whose number is larger, where the two are not about equal.
func largerUnlessClose(margin, a, b float64) Verdict {
	if isClose(margin, a, b) {
		return Neither
	}
	return preferLarger(a, b)
}

// whenBothHaveSentences adds the condition that both documents hold a sentence.
func (t *trace) whenBothHaveSentences(x, y *prose.Counts) {
	t.when(x.Count > 0 && y.Count > 0, "both hold a sentence: %d and %d", x.Count, y.Count)
}

// whenNotClose adds the condition of margin_fraction where it is above 0.
func (t *trace) whenNotClose(margin, x, y float64) {
	if margin > 0 {
		t.when(!isClose(margin, x, y), "they differ by more than %s of the larger one", decimal(margin))
	}
}
