package family

import (
	"math"

	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// runFile and prefsFile take their preferences from a file of the user: a run, or explicit preferences.
var runFile = &rule.Definition{
	Spec: rule.Spec{
		ID:      "run",
		Title:   "Higher score in a run of yours",
		Formula: "both stand in FILE; score(d1) > score(d2), by the margins at least",
		Source:  "a ranker's scores as weak labels, Dehghani et al., SIGIR 2017",
		Params: []rule.Param{{Name: "margin", Doc: "by how much the preferred score leads", Unit: "the run's scores",
			Default: "0", Max: math.MaxFloat64}, rule.SpreadParam},
		Needs: rule.Needs{File: true},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		run := b.Runs[rule.FileName(b.File)]
		score := rule.MapDocs(func(d *rule.Doc) rule.Standing {
			if run != nil {
				if s, ok := run.Score(b.Query, d.ID); ok {
					return rule.Standing{Number: s}
				}
			}
			return rule.Standing{Number: math.NaN()}
		})
		margin, deviations, lead := b.Number("margin"), b.Number("margin_sd"), 0.0
		features := func(docs []rule.Doc, old []rule.Standing) []rule.Standing {
			list := score(docs, old)
			lead = max(margin, deviations*deviation(list))
			return list
		}
		return rule.JudgePairs(b, features, func(x, y *rule.Standing) rule.Verdict {
			if math.IsNaN(x.Number) || math.IsNaN(y.Number) {
				return rule.Void
			}
			return rule.PreferOne(leads(x.Number, y.Number, lead), leads(y.Number, x.Number, lead))
		})
	},
	Explain: func(t *rule.Trace) {
		docs, margin := rule.FeaturesOf[rule.Standing](t), t.Number("margin")
		lead := leadConditionOf(t, docs)
		for d := range 2 {
			t.Require(!math.IsNaN(docs[d].Number), "%s stands in %s", t.Name(d), rule.FileName(t.File))
		}
		t.Prefer(func(d, e int) {
			x, y := docs[d].Number, docs[e].Number
			lead.add(t, x, y)
			if margin == 0 {
				t.When(rule.Greater(x, y), "score: %s > %s", scoreText(x), scoreText(y))
			} else {
				t.When(leads(x, y, margin), "score: %s > %s by at least %s", scoreText(x), scoreText(y), rule.Decimal(margin))
			}
		})
	},
}

// scoreText returns the text of a score that may be missing.
func scoreText(x float64) string {
	if math.IsNaN(x) {
		return "none"
	}
	return rule.Decimal(x)
}

// leads reports whether score x exceeds score y by at least the margin.
func leads(x, y, margin float64) bool { return rule.Greater(x, y) && rule.AtLeast(x-y, margin) }

var prefsFile = &rule.Definition{
	Spec: rule.Spec{
		ID:    "prefs",
		Title: "Preferred by a file of yours",
		Formula: "FILE holds a preference between the two; it prefers d1, with the confidence at least. Lines: query TAB preferred TAB other, " +
			"TAB confidence or not; or JSON lines or Parquet with these names",
		Source: "explicit preferences, as of clicks, Joachims, KDD 2002",
		Params: []rule.Param{{Name: "confidence", Unit: "the file's",
			Doc: "the least that a preference must have; one without has 1", Default: "0", Max: math.MaxFloat64}},
		Needs: rule.Needs{File: true},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		confidences, least := confidencesOf(b), b.Number("confidence")
		return rule.JudgePairs(b, rule.MapDocs(func(d *rule.Doc) string { return d.ID }), func(x, y *string) rule.Verdict {
			first, okFirst := confidences[[2]string{*x, *y}]
			second, okSecond := confidences[[2]string{*y, *x}]
			if !okFirst && !okSecond {
				return rule.Void
			}
			return rule.PreferOne(okFirst && rule.AtLeast(first, least), okSecond && rule.AtLeast(second, least))
		})
	},
	Explain: func(t *rule.Trace) {
		ids, confidences, least := rule.FeaturesOf[string](t), confidencesOf(t.Binding), t.Number("confidence")
		first, okFirst := confidences[[2]string{ids[0], ids[1]}]
		second, okSecond := confidences[[2]string{ids[1], ids[0]}]
		t.Require(okFirst || okSecond, "%s prefers one of %s and %s", rule.FileName(t.File), t.Name(0), t.Name(1))
		t.Prefer(func(d, e int) {
			confidence, ok := [2]float64{first, second}[d], [2]bool{okFirst, okSecond}[d]
			t.When(ok, "%s prefers %s", rule.FileName(t.File), t.Name(d))
			if ok && least > 0 {
				t.When(rule.AtLeast(confidence, least), "confidence: %s >= %s", rule.Decimal(confidence), rule.Decimal(least))
			}
		})
	},
}

// confidencesOf returns the confidence of each preference for the query in the file. A key is the preferred document and the other one.
func confidencesOf(b *rule.Binding) map[[2]string]float64 {
	confidences := map[[2]string]float64{}
	if file := b.Preferences[rule.FileName(b.File)]; file != nil {
		file.Each(b.Query, func(first, second string, confidence float64) { confidences[[2]string{first, second}] = confidence })
	}
	return confidences
}
