package axioms

import (
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/axioms/weighting"
)

var rsTF = &definition{
	spec: Spec{
		ID:      "rs-tf",
		Title:   "More query tokens",
		Formula: "sum over the query's tokens of c(t,d); d1's > margin times d2's",
		Source:  "Klose, thesis 2021; as the versions of ORIG by model, Völske et al., ICTIR 2021, section 3.1",
		Params:  []param{variants("voelske", "klose"), marginParam, spreadParam},
		Example: examplePair("polar bear", "the first holds three query tokens, the second one",
			"polar bear meets bear", "polar night"),
	},
	variants: map[string]func(*Spec){"klose": divideByLength},
	bind:     func(b *binding) Judge { return judgeByScore(b, weighting.TF{}) },
	explain:  explainScores,
}

// divideByLength changes the spec of rs-tf and rs-tf-idf to Klose's reading: the document's length
// divides the score.
func divideByLength(s *Spec) {
	s.Formula = "(" + strings.Replace(s.Formula, "; d1's", ") / |d|; d1's", 1)
	s.Source = "Klose, thesis 2021, section 3.2.6: table 3.1 has the document's length implied in the score, and table 4.1 few ties"
	s.Example = examplePair("polar bear", "both hold each query term once, and the first is shorter",
		"polar bear", "polar bear at night", "a bear")
}

var rsTFIDF = &definition{
	spec: Spec{
		ID:      "rs-tf-idf",
		Title:   "Higher TF-IDF score",
		Formula: "sum over the query's tokens of c(t,d) ln(max(N,1) / max(df(t),1)); d1's > margin times d2's",
		Source:  "Klose, thesis 2021; as the versions of ORIG by model, Völske et al., ICTIR 2021, section 3.1",
		Params:  []param{variants("voelske", "klose"), marginParam, spreadParam},
		Needs:   Needs{IDF: true},
		Example: examplePair("polar bear", "each holds one query term, and polar is the rarer one",
			"polar night", "bear market", "bear hug"),
	},
	variants: map[string]func(*Spec){"klose": divideByLength},
	bind:     func(b *binding) Judge { return judgeByScore(b, weighting.TFIDF{}) },
	explain:  explainScores,
}

var rsBM25 = &definition{
	spec: Spec{
		ID:      "rs-bm25",
		Title:   "Higher BM25 score",
		Formula: "sum over the query's tokens of ln(1 + (N - df + 0.5)/(df + 0.5)) c / (c + k1 (1 - b + b |d|/avgdl)); d1's > margin times d2's",
		Source:  "Robertson, Zaragoza 2009, eq. 3.15, without the factor k1 + 1; as an axiom Klose, thesis 2021",
		Params: []param{marginParam, spreadParam,
			{Name: "k1", Doc: "how slowly repeats saturate", Unit: "occurrences", Default: "0.9", Max: longest},
			{Name: "b", Doc: "how much length counts", Unit: "share", Default: "0.4", Max: 1}},
		Needs: Needs{IDF: true},
		Example: examplePair("polar bear", "each holds one query term, and polar is the rarer one",
			"polar night", "bear market", "bear hug"),
	},
	bind:    func(b *binding) Judge { return judgeByScore(b, weighting.BM25{K1: b.number("k1"), B: b.number("b")}) },
	explain: explainScores,
}

var rsQL = &definition{
	spec: Spec{
		ID:      "rs-ql",
		Title:   "Higher query likelihood",
		Formula: "sum over the query's tokens that the collection holds of ln((c + mu cf(t)/cf) / (|d| + mu)); d1's > margin times d2's",
		Source:  "Zhai, Lafferty, TOIS 22(2) 2004, pp. 179-214, Dirichlet smoothing; as an axiom Klose, thesis 2021",
		Params: []param{marginParam, spreadParam,
			{Name: "mu", Doc: "how much the collection smooths a document", Unit: "words", Default: "1000", Min: 0.001, Max: longest}},
		Needs: Needs{IDF: true},
		Example: examplePair("polar bear", "the first holds both query terms and is shorter",
			"polar bear", "bear market news"),
	},
	bind:    func(b *binding) Judge { return judgeByScore(b, weighting.QL{Mu: b.number("mu")}) },
	explain: explainScores,
}

var rsPL2 = &definition{
	spec: Spec{
		ID:    "rs-pl2",
		Title: "Higher PL2 score",
		Formula: "tfn = c log2(1 + c' avgdl/|d|) with c' the parameter c, lambda = cf(t)/N; sum over the query's tokens in d of " +
			"(tfn log2(1/lambda) + lambda log2(e) + 0.5 log2(2 pi tfn) + tfn (log2(tfn) - log2(e))) / (tfn + 1); d1's > margin times d2's",
		Source: "Amati, van Rijsbergen 2002, in the form of Terrier. As an axiom: Klose, thesis 2021, after Völske et al., ICTIR 2021, " +
			"sections 3.1 and 4.2",
		Params: []param{marginParam, spreadParam,
			{Name: "c", Doc: "how much length counts", Unit: "factor", Default: "1", Min: 0.001, Max: longest}},
		Needs: Needs{IDF: true},
		Example: examplePair("polar bear", "the first holds a query term more than the second, and terms this rare add to the score",
			"polar bear", "bear market", "night", "sun", "rain"),
	},
	bind:    func(b *binding) Judge { return judgeByScore(b, weighting.PL2{C: b.number("c")}) },
	explain: explainScores,
}

// marginParam is the parameter that requires a clear difference of retrieval scores.
var marginParam = param{Name: "margin", Doc: "the preferred score must exceed margin times the other, both positive; 1 compares plainly",
	Unit: "factor", Default: "1", Min: 1, Max: longest}

// spreadParam is the parameter that requires a difference in standard deviations of a query's own
// scores. It asks the same of scores on any scale.
var spreadParam = param{Name: "margin_sd", Doc: "by how many standard deviations of the query's candidates' scores the preferred one leads",
	Unit: "standard deviations", Default: "0", Max: longest}

// deviation returns the standard deviation of the scores of the documents that have one, and 0 for
// fewer than two.
func deviation(list []standing) float64 {
	return feature.Deviation(len(list), func(i int) float64 { return list[i].number })
}

// leadCondition is the condition of margin_sd.
type leadCondition struct{ deviations, deviation float64 }

// leadCondition returns the condition of margin_sd on scores. Their deviation is that of the
// candidates in the Case, else that of its documents.
func (t *trace) leadCondition(list []standing) leadCondition {
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
	scores := eachCounted(b, func(c *counts, _ *Doc) standing {
		score := 0.0
		for slot, w := range weights {
			if w != nil {
				score += float64(float64(b.repeats[slot]) * w.Weight(int(c.freq[slot]), int(c.length)))
			}
		}
		if perToken {
			score /= float64(max(c.length, 1))
		}
		return standing{number: score}
	})
	margin, deviations, lead := b.number("margin"), b.number("margin_sd"), 0.0
	if margin == 1 && deviations == 0 {
		return judgeStandings(b, scores)
	}
	features := func(docs []Doc, old []standing) []standing {
		list := scores(docs, old)
		lead = deviations * deviation(list)
		return list
	}
	return judge(b, features, func(x, y *standing) Verdict {
		if margin > 1 && (x.number <= 0 || y.number <= 0) {
			return Neither
		}
		isAbove := func(x, y float64) bool { return (margin == 1 || greater(x, float64(margin*y))) && leads(x, y, lead) }
		return preferOne(isAbove(x.number, y.number), isAbove(y.number, x.number))
	})
}

// explainScores adds the comparison of retrieval scores.
func explainScores(t *trace) {
	docs, margin := featuresOf[standing](t), t.number("margin")
	lead := t.leadCondition(docs)
	t.prefer(func(d, e int) {
		x, y := docs[d].number, docs[e].number
		lead.add(t, x, y)
		if margin == 1 {
			t.whenLarger("score", x, y)
			return
		}
		t.when(x > 0 && y > 0, "both scores are positive: %s, %s", decimal(x), decimal(y))
		t.when(greater(x, float64(margin*y)), "score: %s > %s * %s", decimal(x), decimal(margin), decimal(y))
	})
}
