package axioms

import "slices"

// scored is a document with one number; the larger number wins.
type scored struct{ score float64 }

func byScore(x *scored) standing { return standing{number: x.score} }

// marginParam is the parameter of the axioms over retrieval scores that demands a clear difference.
var marginParam = Param{Name: "margin", Doc: "the preferred score must exceed margin times the other, both positive; 1 compares plainly",
	Unit: "factor", Default: "1", Min: 1, Max: longest}

// retrievalScore is the judge of the rs axioms: documents are scored by a retrieval model.
func (b *binding) retrievalScore(model Weighting) Judge {
	weights := make([]TermWeight, len(b.terms)) // nil where the model leaves the term out
	for slot, t := range b.terms {
		if w, ok := model.Term(b.Stats, t); ok {
			weights[slot] = w
		}
	}
	var counted []counts
	features := func(docs []Doc, old []scored) []scored {
		counted = b.count(docs, counted)
		loaded := slices.Grow(old[:0], len(docs))
		for i := range counted {
			c, score := &counted[i], 0.0
			for slot, w := range weights {
				if w != nil {
					score += float64(b.repeats[slot]) * w.Weight(int(c.of[slot]), int(c.length))
				}
			}
			loaded = append(loaded, scored{score})
		}
		return loaded
	}
	margin := b.number("margin")
	if margin == 1 {
		return ranked(b, features, byScore)
	}
	return judge(b, features, func(x, y *scored) Verdict {
		if x.score <= 0 || y.score <= 0 {
			return Neither
		}
		return either(greater(x.score, margin*y.score), greater(y.score, margin*x.score))
	})
}

// explainScores names the comparison of retrieval scores.
func explainScores(t *trace) {
	of, margin := loaded[scored](t), t.number("margin")
	t.prefer(func(d, e int) {
		x, y := of[d].score, of[e].score
		if margin == 1 {
			t.when(greater(x, y), "score: %s > %s", decimal(x), decimal(y))
			return
		}
		t.when(x > 0 && y > 0, "both scores are positive: %s, %s", decimal(x), decimal(y))
		t.when(greater(x, margin*y), "score: %s > %s * %s", decimal(x), decimal(margin), decimal(y))
	})
}
