package axioms

import (
	"github.com/axiomine/axiomine/axioms/internal/vector"
	"github.com/axiomine/axiomine/axioms/weighting"
)

// scoreDoc is a document with one number; the larger number wins.
type scoreDoc struct{ score float64 }

func byScore(x *scoreDoc) standing { return standing{number: x.score} }

// marginParam is the parameter that requires a clear difference of retrieval scores.
var marginParam = param{Name: "margin", Doc: "the preferred score must exceed margin times the other, both positive; 1 compares plainly",
	Unit: "factor", Default: "1", Min: 1, Max: longest}

// spreadParam is the parameter that requires a difference in standard deviations of a query's own
// scores. It asks the same of scores on any scale.
var spreadParam = param{Name: "margin_sd", Doc: "by how many standard deviations of the query's candidates' scores the preferred one leads",
	Unit: "standard deviations", Default: "0", Max: longest}

// deviation returns the standard deviation of the scores of the documents that have one, and 0 for
// fewer than two.
func deviation(list []scoreDoc) float64 {
	return vector.Deviation(len(list), func(i int) float64 { return list[i].score })
}

// leadCondition is the condition of margin_sd.
type leadCondition struct{ deviations, deviation float64 }

// leadCondition returns the condition of margin_sd on scores. Their deviation is that of the
// candidates in the Case, else that of its documents.
func (t *trace) leadCondition(list []scoreDoc) leadCondition {
	if len(list) > len(t.input.Docs) {
		list = list[len(t.input.Docs):]
	}
	return leadCondition{t.number(spreadParam.Name), deviation(list)}
}

// add adds the condition where margin_sd is set.
func (c leadCondition) add(t *trace, x, y float64) {
	if c.deviations > 0 {
		t.when(leads(x, y, c.deviations*c.deviation), "score: %s > %s by at least %s of the standard deviation %s", scoreText(x), scoreText(y),
			decimal(c.deviations), decimal(c.deviation))
	}
}

// judgeByScore returns the judge of the rs axioms. A retrieval model scores the documents.
func judgeByScore(b *binding, model weighting.Model) Judge {
	weights := make([]weighting.TermWeight, len(b.terms)) // nil where the model leaves the term out
	for slot, t := range b.terms {
		if w, ok := model.Term(b.Stats, t); ok {
			weights[slot] = w
		}
	}
	perToken := b.has("variant") && b.word("variant") == "klose"
	scores := eachCounted(b, func(c *counts, _ *Doc) scoreDoc {
		score := 0.0
		for slot, w := range weights {
			if w != nil {
				score += float64(float64(b.repeats[slot]) * w.Weight(int(c.freq[slot]), int(c.length)))
			}
		}
		if perToken {
			score /= float64(max(c.length, 1))
		}
		return scoreDoc{score}
	})
	margin, deviations, lead := b.number("margin"), b.number("margin_sd"), 0.0
	if margin == 1 && deviations == 0 {
		return judgeByNumber(b, scores, byScore)
	}
	features := func(docs []Doc, old []scoreDoc) []scoreDoc {
		list := scores(docs, old)
		lead = deviations * deviation(list)
		return list
	}
	return judge(b, features, func(x, y *scoreDoc) Verdict {
		if margin > 1 && (x.score <= 0 || y.score <= 0) {
			return Neither
		}
		isAbove := func(x, y float64) bool { return (margin == 1 || greater(x, float64(margin*y))) && leads(x, y, lead) }
		return preferOne(isAbove(x.score, y.score), isAbove(y.score, x.score))
	})
}

// explainScores adds the comparison of retrieval scores.
func explainScores(t *trace) {
	docs, margin := featuresOf[scoreDoc](t), t.number("margin")
	lead := t.leadCondition(docs)
	t.prefer(func(d, e int) {
		x, y := docs[d].score, docs[e].score
		lead.add(t, x, y)
		if margin == 1 {
			t.when(greater(x, y), "score: %s > %s", decimal(x), decimal(y))
			return
		}
		t.when(x > 0 && y > 0, "both scores are positive: %s, %s", decimal(x), decimal(y))
		t.when(greater(x, float64(margin*y)), "score: %s > %s * %s", decimal(x), decimal(margin), decimal(y))
	})
}
