package quota

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
)

// An entry is the expression that its sources make; without one of them as many have to agree as before, or all.
func TestConsensus(t *testing.T) {
	loaded, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	g := &loaded.Gen
	g.K1 = 1.2
	for entry, want := range map[string][2]string{ // the axiom, and that without the first source
		"consensus": {"m-and(delta_star=0.1) + m-tdc(delta_star=0.1) + tfc1(delta_star=0.1) & rs-bm25(k1=1.2, margin_sd=0.3)",
			"rs-bm25(k1=1.2, margin_sd=0.3)"},
		"consensus(bm25, tfc1, margin_sd=1)":   {"rs-bm25(k1=1.2, margin_sd=1) & tfc1", "tfc1"},
		"consensus(tfc1, -lnc1, m-and & orig)": {"tfc1 & -lnc1 & (m-and & orig)", "-lnc1 & (m-and & orig)"},
		"consensus(tfc1, lnc1, m-and, tf-lnc; 2)": {"majority(tfc1, lnc1, m-and, tf-lnc)",
			"majority(lnc1, m-and, tf-lnc; 0.6666666666666666)"},
		"consensus(tfc1, majority(lnc1, m-and; 1), orig; 3)": {"tfc1 & majority(lnc1, m-and; 1) & orig", "majority(lnc1, m-and; 1) & orig"},
	} {
		c, err := consensusOf(g, entry)
		if err != nil || c == nil {
			t.Errorf("%s: %v", entry, err)
			continue
		}
		if got := c.Axiom().String(); got != want[0] {
			t.Errorf("%s is %s, want %s", entry, got, want[0])
		}
		if got := c.Exclude(0).Axiom().String(); got != want[1] {
			t.Errorf("%s without its first source is %s, want %s", entry, got, want[1])
		}
	}
	for _, entry := range []string{"tfc1", "consensual(tfc1)", "run(consensus(a))"} {
		if c, err := consensusOf(g, entry); c != nil || err != nil {
			t.Errorf("%s: %v, %v", entry, c, err)
		}
	}
	for _, entry := range []string{"consensus(tfc1)", "consensus(tfc1, lnc1; 0)", "consensus(tfc1, nothing)", "consensus(tfc2, lnc1)",
		"consensus(model, tfc1)", "consensus(bm25, tfc1, margin_sd=-1)"} {
		if _, err := consensusOf(g, entry); err == nil {
			t.Errorf("%s is taken", entry)
		}
	}
}
