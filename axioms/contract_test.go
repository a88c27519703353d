package axioms_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/testkit/axiomtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestContract runs every axiom with its defaults, in every variant, each within a length bound and without its precondition,
// with other values of the numbers that it takes, and every operator.
func TestContract(t *testing.T) {
	var texts []string
	for _, a := range axioms.All() {
		texts = append(texts, a.String())
		if _, pairs := a.(axioms.Preference); pairs {
			texts = append(texts, a.Spec().ID+"(delta=4, delta_star=0.6)")
		}
		for _, p := range a.Spec().Params {
			for _, choice := range p.Choices {
				if choice != p.Default {
					texts = append(texts, a.Spec().ID+"("+p.Name+"="+choice+")")
				}
			}
		}
	}
	for _, a := range axioms.FileAxioms() {
		texts = append(texts, a.String(), a.Spec().ID+"(FILE, delta=4, delta_star=0.6)")
	}
	texts = append(texts,
		"tfc1(precondition=none, variant=klose)", "m-tdc(precondition=none, variant=klose)", "lnc1(precondition=none, variant=klose)",
		"tfc1(delta=none, variant=camara)", "len-and(delta_star=none)", "stmc3(delta=0)", "tfc2(delta=2)", "tfc2(delta_star=0.2)",
		"lnc2(max_words=9)", "lnc2(max_pieces=300, variant=camara)", "stmc1(sim=vectors, variant=klose)", "stmc2(sim=table, variant=klose)",
		"stmc2(stmc_sim=1)", "rs-bm25(margin=1.25)", "rs-bm25(b=1, k1=2)", "rs-ql(mu=5)", "rs-pl2(c=3)",
		"run(FILE, margin=1)", "run(FILE, margin_sd=0.5)", "rs-bm25(margin_sd=0.3)", "prefs(FILE, confidence=0.5)",
		"run(FILE) & -prefs(FILE) | m-and", "tfc1 + m-and + -tf-lnc", "m-and & tfc1(delta=2)", "m-tdc | m-and",
		"majority(m-and, tfc1, rs-bm25)", "majority(m-and, tfc1, rs-bm25; 0.6)", "normalize(-tf-lnc)")
	for _, text := range texts {
		a := must.Get(axioms.Parse(text))(t)
		axiomtest.Run(t, a)
	}
}

// TestContractOnLongQueries runs the axioms that go another way for queries of more than 64 terms.
func TestContractOnLongQueries(t *testing.T) {
	for _, text := range []string{"tfc1", "tfc3(precondition=none)", "lb1", "m-and"} {
		a := must.Get(axioms.Parse(text))(t)
		axiomtest.RunLong(t, a.(axioms.Preference))
	}
}

// TestContractDocument: CONTRACT.md defines every axiom and says what every named set stands for.
func TestContractDocument(t *testing.T) {
	raw := must.Get(os.ReadFile("CONTRACT.md"))(t)
	document := string(raw)
	for _, a := range slices.Concat(axioms.All(), axioms.FileAxioms()) {
		if s := a.Spec(); !strings.Contains(document, "**"+s.ID+"**") {
			t.Errorf("CONTRACT.md does not define **%s** (%s): `%s`. %s", s.ID, s.Title, s.Formula, s.Source)
		}
	}
	for _, s := range axioms.Sets {
		if !strings.Contains(document, "`"+s.Name+"` for `"+s.Axioms+"`") {
			t.Errorf("CONTRACT.md does not say that %s stands for %s", s.Name, s.Axioms)
		}
	}
}

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
		a := must.Get(axioms.Parse(c.axiom))(t)
		judge := a.(axioms.Preference).Bind(axioms.Query{ID: "q"}, col)
		judge.Load(docs)
		must.Equal(t, judge.Compare(c.first, c.second), c.want, "%s on %d, %d", c.axiom, c.first, c.second)
		// The explanation of two of them measures by all, too.
		e := a.(axioms.Explainer).Explain(&axioms.Case{Query: axioms.Query{ID: "q"}, Docs: []axioms.Doc{docs[c.first], docs[c.second]},
			Names: []string{"d1", "d2"}, Candidates: docs, Collection: col})
		must.Equal(t, e.Verdict, c.want, "%s on %d, %d is explained as", c.axiom, c.first, c.second)
	}
}
