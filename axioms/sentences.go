package axioms

import (
	"github.com/axiomine/axiomine/axioms/prose"
)

// sentencesOf is the feature of the axioms on sentences.
var sentencesOf = each(func(d *Doc) prose.Counts { return d.Sentences })

// written makes the judge of an axiom that compares documents which both hold a sentence.
func (b *binding) written(compare func(x, y *prose.Counts) Verdict) *pairwise[prose.Counts] {
	return judge(b, sentencesOf, func(x, y *prose.Counts) Verdict {
		if x.Count == 0 || y.Count == 0 {
			return Neither
		}
		return compare(x, y)
	})
}

// closeness is the parameter of ir_axioms that calls numbers equal.
func closeness(share string) Param {
	return Param{Name: "margin_fraction", Doc: "numbers that differ by at most this share of the larger one count as equal", Unit: "share",
		Default: share, Max: 1}
}

// apart prefers the document whose number is larger, where the two are not about equal.
func apart(margin, a, b float64) Verdict {
	if about(margin, a, b) {
		return Neither
	}
	return larger(a, b)
}

// whenBothWritten names the condition that both documents hold a sentence.
func (t *trace) whenBothWritten(x, y *prose.Counts) {
	t.when(x.Count > 0 && y.Count > 0, "both hold a sentence: %d and %d", x.Count, y.Count)
}

// whenNotClose names the condition of margin_fraction where it is above 0.
func (t *trace) whenNotClose(margin, x, y float64) {
	if margin > 0 {
		t.when(!about(margin, x, y), "they differ by more than %s of the larger one", decimal(margin))
	}
}
