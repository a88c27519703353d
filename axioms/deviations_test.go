package axioms_test

import (
	"testing"

	"github.com/axiomine/axiomine/axioms"
)

// scores is a run of one query.
type scores map[string]float64

func (s scores) Score(_, doc string) (float64, bool) { x, ok := s[doc]; return x, ok }

// A margin in standard deviations is one of the scores of all candidates that the run has: 0, 1, 2, 3 and 4 spread by the root of 2, so
// that half of that is less than 1 and 0.71 of it is more.
func TestMarginInStandardDeviations(t *testing.T) {
	col := &axioms.Collection{Runs: map[string]axioms.RunScores{"f": scores{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4}}}
	docs := []axioms.Doc{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}, {ID: "e"}, {ID: "unknown"}}
	for _, c := range []struct {
		axiom         string
		first, second int
		want          axioms.Verdict
	}{
		{"run(f, margin_sd=0.5)", 1, 0, axioms.First},
		{"run(f, margin_sd=0.5)", 0, 1, axioms.Second},
		{"run(f, margin_sd=0.71)", 1, 0, axioms.Neither},
		{"run(f, margin_sd=0.71)", 2, 0, axioms.First},
		{"run(f, margin_sd=0.5, margin=1.5)", 1, 0, axioms.Neither}, // both margins count
		{"run(f, margin_sd=0.5)", 5, 0, axioms.Void},
	} {
		a, err := axioms.Parse(c.axiom)
		if err != nil {
			t.Fatal(err)
		}
		judge := a.(axioms.Preference).Bind(axioms.Query{ID: "q"}, col)
		judge.Load(docs)
		if got := judge.Compare(c.first, c.second); got != c.want {
			t.Errorf("%s on %d, %d: %v, want %v", c.axiom, c.first, c.second, got, c.want)
		}
		// The explanation of two of them measures by all, too.
		e := a.(axioms.Explainer).Explain(&axioms.Case{Query: axioms.Query{ID: "q"}, Docs: []axioms.Doc{docs[c.first], docs[c.second]},
			Names: []string{"d1", "d2"}, Candidates: docs, Collection: col})
		if e.Verdict != c.want {
			t.Errorf("%s on %d, %d is explained as %v, want %v", c.axiom, c.first, c.second, e.Verdict, c.want)
		}
	}
}
