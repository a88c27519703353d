package axioms

import "math"

var ofRun = &definition{
	spec: Spec{
		ID:      "run",
		Title:   "Higher score in a run of yours",
		Family:  "files",
		Formula: "both stand in FILE; score(d1) > score(d2), by the margins at least",
		Source:  "a ranker's scores as weak labels, Dehghani et al., SIGIR 2017",
		Params: append(lengthBound("none", "none"), param{Name: "margin", Doc: "by how much the preferred score leads", Unit: "the run's scores",
			Default: "0", Max: math.MaxFloat64}, spreadParam),
		Needs: Needs{File: true},
	},
	bind: func(b *binding) Judge {
		run := b.Runs[fileName(b.file)]
		score := mapDocs(func(d *Doc) scoreDoc {
			if run != nil {
				if s, ok := run.Score(b.query, d.ID); ok {
					return scoreDoc{s}
				}
			}
			return scoreDoc{math.NaN()}
		})
		margin, deviations, lead := b.number("margin"), b.number("margin_sd"), 0.0
		features := func(docs []Doc, old []scoreDoc) []scoreDoc {
			list := score(docs, old)
			lead = max(margin, deviations*deviation(list))
			return list
		}
		return judge(b, features, func(x, y *scoreDoc) Verdict {
			if math.IsNaN(x.score) || math.IsNaN(y.score) {
				return Void
			}
			return preferOne(leads(x.score, y.score, lead), leads(y.score, x.score, lead))
		})
	},
	explain: func(t *trace) {
		docs, margin := featuresOf[scoreDoc](t), t.number("margin")
		lead := t.leadCondition(docs)
		for d := range 2 {
			t.require(!math.IsNaN(docs[d].score), "%s stands in %s", t.name(d), fileName(t.file))
		}
		t.prefer(func(d, e int) {
			x, y := docs[d].score, docs[e].score
			lead.add(t, x, y)
			if margin == 0 {
				t.when(greater(x, y), "score: %s > %s", scoreText(x), scoreText(y))
			} else {
				t.when(leads(x, y, margin), "score: %s > %s by at least %s", scoreText(x), scoreText(y), decimal(margin))
			}
		})
	},
}

// scoreText returns the text of a score that may be missing.
func scoreText(x float64) string {
	if math.IsNaN(x) {
		return "none"
	}
	return decimal(x)
}

// leads reports whether score x is above y, by the margin at least.
func leads(x, y, margin float64) bool { return greater(x, y) && atLeast(x-y, margin) }
