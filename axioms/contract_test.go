package axioms_test

import (
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/testkit/axiomtest"
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
		"coh1(margin_fraction=0.3)", "corr1(margin_fraction=0)", "cov1(margin_fraction=0.4)", "asl(max_words=8, min_words=2)",
		"majority(m-and, tfc1, rs-bm25)", "majority(m-and, tfc1, rs-bm25; 0.6)", "normalize(-tf-lnc)")
	for _, text := range texts {
		a, err := axioms.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		axiomtest.Run(t, a)
	}
}

// TestContractOnLongQueries runs the axioms that go another way for queries of more than 64 terms.
func TestContractOnLongQueries(t *testing.T) {
	for _, text := range []string{"tfc1", "tfc3(precondition=none)", "lb1", "m-and"} {
		a, err := axioms.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		axiomtest.RunLong(t, a.(axioms.Preference))
	}
}
