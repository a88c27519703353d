package family

import (
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/axioms/weighting"
)

// newScoreAxiom returns the axiom that prefers the document with the larger score of a retrieval model. s.Formula is the score's formula.
func newScoreAxiom(s rule.Spec, model func(*rule.Binding) weighting.Model) *rule.Definition {
	s.Formula += "; d1's > margin times d2's"
	s.Params = append(s.Params, marginParam, rule.SpreadParam)
	return &rule.Definition{
		Spec:     s,
		Variants: map[string]func(*rule.Spec){"klose": divideByLength}, // only rs-tf and rs-tf-idf have this variant
		Bind:     func(b *rule.Binding) rule.Judge { return judgeByScore(b, model(b)) },
		Explain:  explainScores,
	}
}

// divideByLength changes the spec of rs-tf and rs-tf-idf to Klose's reading: the document's length divides the score.
func divideByLength(s *rule.Spec) {
	s.Formula = "(" + strings.Replace(s.Formula, "; d1's", ") / |d|; d1's", 1)
	s.Source = "Klose, thesis 2021, section 3.2.6: table 3.1 has the document's length implied in the score, and table 4.1 few ties"
	s.Example = rule.ExamplePair("polar bear", "both hold each query term once, and the first is shorter",
		"polar bear", "polar bear at night", "a bear")
}

var rsTF = newScoreAxiom(rule.Spec{
	ID:      "rs-tf",
	Title:   "More query tokens",
	Formula: "sum over the query's tokens of c(t,d)",
	Source:  "Klose, thesis 2021; as the versions of ORIG by model, Völske et al., ICTIR 2021, section 3.1",
	Params:  []rule.Param{rule.Variants("voelske", "klose")},
	Example: rule.ExamplePair("polar bear", "the first holds three query tokens, the second one",
		"polar bear meets bear", "polar night"),
}, func(*rule.Binding) weighting.Model { return weighting.TF{} })

var rsTFIDF = newScoreAxiom(rule.Spec{
	ID:      "rs-tf-idf",
	Title:   "Higher TF-IDF score",
	Formula: "sum over the query's tokens of c(t,d) ln(max(N,1) / max(df(t),1))",
	Source:  rsTF.Spec.Source,
	Params:  []rule.Param{rule.Variants("voelske", "klose")},
	Needs:   rule.Needs{IDF: true},
	Example: rarerTerm,
}, func(*rule.Binding) weighting.Model { return weighting.TFIDF{} })

// rarerTerm is an example for models that weigh terms.
var rarerTerm = rule.ExamplePair("polar bear", "each holds one query term, and polar is the rarer one",
	"polar night", "bear market", "bear hug")

var rsBM25 = newScoreAxiom(rule.Spec{
	ID:      "rs-bm25",
	Title:   "Higher BM25 score",
	Formula: "sum over the query's tokens of ln(1 + (N - df + 0.5)/(df + 0.5)) c / (c + k1 (1 - b + b |d|/avgdl))",
	Source:  "Robertson, Zaragoza 2009, eq. 3.15, without the factor k1 + 1; as an axiom Klose, thesis 2021",
	Params: []rule.Param{{Name: "k1", Doc: "how slowly repeats saturate", Unit: "occurrences", Default: "0.9", Max: rule.Longest},
		{Name: "b", Doc: "how much length counts", Unit: "share", Default: "0.4", Max: 1}},
	Needs:   rule.Needs{IDF: true},
	Example: rarerTerm,
}, func(b *rule.Binding) weighting.Model { return weighting.BM25{K1: b.Number("k1"), B: b.Number("b")} })

var rsQL = newScoreAxiom(rule.Spec{
	ID:      "rs-ql",
	Title:   "Higher query likelihood",
	Formula: "sum over the query's tokens that the collection holds of ln((c + mu cf(t)/cf) / (|d| + mu))",
	Source:  "Zhai, Lafferty, TOIS 22(2) 2004, pp. 179-214, Dirichlet smoothing; as an axiom Klose, thesis 2021",
	Params: []rule.Param{{Name: "mu", Doc: "how much the collection smooths a document", Unit: "words", Default: "1000", Min: 0.001,
		Max: rule.Longest}},
	Needs: rule.Needs{IDF: true},
	Example: rule.ExamplePair("polar bear", "the first holds both query terms and is shorter",
		"polar bear", "bear market news"),
}, func(b *rule.Binding) weighting.Model { return weighting.QL{Mu: b.Number("mu")} })

var rsPL2 = newScoreAxiom(rule.Spec{
	ID:    "rs-pl2",
	Title: "Higher PL2 score",
	Formula: "tfn = c log2(1 + c' avgdl/|d|) with c' the parameter c, lambda = cf(t)/N; sum over the query's tokens in d of " +
		"(tfn log2(1/lambda) + lambda log2(e) + 0.5 log2(2 pi tfn) + tfn (log2(tfn) - log2(e))) / (tfn + 1)",
	Source: "Amati, van Rijsbergen 2002, in the form of Terrier. As an axiom: Klose, thesis 2021, after Völske et al., ICTIR 2021, " +
		"sections 3.1 and 4.2",
	Params: []rule.Param{{Name: "c", Doc: "how much length counts", Unit: "factor", Default: "1", Min: 0.001, Max: rule.Longest}},
	Needs:  rule.Needs{IDF: true},
	Example: rule.ExamplePair("polar bear", "the first holds a query term more than the second, and terms this rare add to the score",
		"polar bear", "bear market", "night", "sun", "rain"),
}, func(b *rule.Binding) weighting.Model { return weighting.PL2{C: b.Number("c")} })

// marginParam is the parameter that requires a clear difference of retrieval scores.
var marginParam = rule.Param{Name: "margin",
	Doc:  "the preferred score must exceed margin times the other, both positive; 1 compares plainly",
	Unit: "factor", Default: "1", Min: 1, Max: rule.Longest}

// deviation returns the standard deviation of the scores of the documents that have one, and 0 for fewer than two.
func deviation(list []rule.Standing) float64 {
	return feature.Deviation(len(list), func(i int) float64 { return list[i].Number })
}

// leadCondition is the condition that one score exceeds another by margin_sd standard deviations.
type leadCondition struct{ deviations, deviation float64 }

// leadConditionOf returns the condition of margin_sd. The deviation is computed from the candidates' scores, or from the compared
// documents' scores if the Case has no candidates.
func leadConditionOf(t *rule.Trace, list []rule.Standing) leadCondition {
	if len(list) > len(t.Input.Docs) {
		list = list[len(t.Input.Docs):]
	}
	return leadCondition{t.Number(rule.SpreadParam.Name), deviation(list)}
}

// add adds the condition to the trace if margin_sd is above 0.
func (c leadCondition) add(t *rule.Trace, x, y float64) {
	if c.deviations > 0 {
		t.When(leads(x, y, c.deviations*c.deviation), "score: %s > %s by at least %s of the standard deviation %s", scoreText(x), scoreText(y),
			rule.Decimal(c.deviations), rule.Decimal(c.deviation))
	}
}

// judgeByScore returns the judge of the rs axioms. It compares the scores that the model computes.
func judgeByScore(b *rule.Binding, model weighting.Model) rule.Judge {
	weights := make([]weighting.TermWeight, len(b.Terms)) // nil where the model leaves the term out
	for slot, t := range b.Terms {
		if w, ok := model.Term(b.Stats, t); ok {
			weights[slot] = w
		}
	}
	byLength := b.Has("variant") && b.Word("variant") == "klose"
	scores := rule.EachCounted(b, func(c *rule.Counts, _ *rule.Doc) rule.Standing {
		score := 0.0
		for slot, w := range weights {
			if w != nil {
				score += float64(float64(b.Repeats[slot]) * w.Weight(int(c.Freq[slot]), int(c.Length)))
			}
		}
		if byLength {
			score /= float64(max(c.Length, 1))
		}
		return rule.Standing{Number: score}
	})
	margin, deviations, lead := b.Number("margin"), b.Number("margin_sd"), 0.0
	if margin == 1 && deviations == 0 {
		return rule.JudgeStandings(b, scores)
	}
	features := func(docs []rule.Doc, old []rule.Standing) []rule.Standing {
		list := scores(docs, old)
		lead = deviations * deviation(list)
		return list
	}
	return rule.JudgePairs(b, features, func(x, y *rule.Standing) rule.Verdict {
		if margin > 1 && (x.Number <= 0 || y.Number <= 0) {
			return rule.Neither
		}
		isAbove := func(x, y float64) bool {
			return (margin == 1 || rule.Greater(x, float64(margin*y))) && leads(x, y, lead)
		}
		return rule.PreferOne(isAbove(x.Number, y.Number), isAbove(y.Number, x.Number))
	})
}

// explainScores adds the comparison of retrieval scores.
func explainScores(t *rule.Trace) {
	docs, margin := rule.FeaturesOf[rule.Standing](t), t.Number("margin")
	lead := leadConditionOf(t, docs)
	t.Prefer(func(d, e int) {
		x, y := docs[d].Number, docs[e].Number
		lead.add(t, x, y)
		if margin == 1 {
			t.WhenLarger("score", x, y)
			return
		}
		t.When(x > 0 && y > 0, "both scores are positive: %s, %s", rule.Decimal(x), rule.Decimal(y))
		t.When(rule.Greater(x, float64(margin*y)), "score: %s > %s * %s", rule.Decimal(x), rule.Decimal(margin), rule.Decimal(y))
	})
}
