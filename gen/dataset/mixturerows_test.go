package dataset

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestPairTaskThatIsShort: by hand, as in TestRows. lnc1 has three pairs. Five are wanted, of which three are given, or five, of which the
// first two are repeated.
func TestPairTaskThatIsShort(t *testing.T) {
	for policy, want := range map[string]struct{ given, again int }{"accept": {3, 0}, "repeat": {5, 2}} {
		chain := chaintest.All(t, func(c *configs.Config) {
			c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage = "", "pairs:lnc1=1", 5, policy
		})
		data := must.Get(Sample(t.Context(), chain, nil))(t)
		again, uids := 0, map[string]bool{}
		for _, r := range data.Sets[0].Rows() {
			again += int(r.Pass)
			uids[r.UID] = true
			if r.Task != "pairs:lnc1" || r.Axiom != "lnc1" || r.Source != pairs.Axiomatic || r.PosLabel != sample.LabelPreferred ||
				r.NegLabel != sample.LabelRest || r.Weight != 1 {
				t.Errorf("%s: %+v", policy, r)
			}
		}
		s := data.Report.Of(account.Shares)
		if len(s) != 1 || s[0].Asked != 5 || s[0].Found != 3 || s[0].Drawn != want.given || len(data.Report.Warnings) != 1 || len(uids) != want.given || again != want.again {
			t.Errorf("%s: %+v, %d rows, %d again", policy, s, len(uids), again)
		}
	}
}

// TestLeftOutOfMixture: by hand, of the six judged pairs of training and of those of dev and test. Two become rows of ranking, and four do
// not; other splits keep all of theirs.
func TestLeftOutOfMixture(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage = "", "ranking=1,tfc1=1", 4, "accept"
	})
	data := must.Get(Sample(t.Context(), chain, nil))(t)
	mixture, r := data.Report.Mixture(), data.Report.Judged("train")
	if r.Drawn != 2 || r.LeftOut["not_in_mixture"] != 4 || mixture["ranking"] != 2 || mixture["tfc1"] != 2 {
		t.Errorf("%+v, %v", r, mixture)
	}
	for split, want := range map[string]int{"dev": 4, "test": 4} {
		if r := data.Report.Judged(split); r.Drawn != want || r.LeftOut["not_in_mixture"] != 0 {
			t.Errorf("%s: %+v, want %d rows", split, r, want)
		}
	}
}
