package axioms_test

import (
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/axiomtest"
)

// TestContract runs every axiom with its defaults, every variant, each with a length bound, and every operator.
func TestContract(t *testing.T) {
	var texts []string
	for _, a := range axioms.All() {
		texts = append(texts, a.String())
		if _, pairs := a.(axioms.Preference); pairs {
			texts = append(texts, a.Spec().ID+"(delta=2, delta_star=0.3)")
		}
		for _, p := range a.Spec().Params {
			for _, choice := range p.Choices {
				if choice != p.Default {
					texts = append(texts, a.Spec().ID+"("+p.Name+"="+choice+")")
				}
			}
		}
	}
	texts = append(texts, "tfc1(precondition=none, variant=klose)", "m-tdc(precondition=none, variant=klose)", "lnc1(precondition=none, variant=klose)")
	for _, a := range axioms.OfFiles() {
		texts = append(texts, a.String(), a.Spec().ID+"(FILE, delta=2, delta_star=0.3)")
	}
	texts = append(texts, "run(FILE, margin=1)", "prefs(FILE, confidence=0.5)", "run(FILE) & -prefs(FILE) | m-and",
		"tfc2(delta=2)", "lnc2(max_words=9)", "rs-bm25(margin=1.25)",
		"tfc1 + m-and + -tf-lnc", "m-and & tfc1(delta=2)", "m-tdc | m-and", "majority(m-and, tfc1, rs-bm25; 0.6)", "normalize(-tf-lnc)")
	for _, text := range texts {
		a, err := axioms.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		axiomtest.Run(t, a)
	}
}
