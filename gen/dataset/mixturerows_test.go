package dataset

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestPairTaskThatIsShort: by hand, as in TestRows. lnc1 has three pairs. Five are wanted, of which three are given, or five, of which the
// first two are repeated.
func TestPairTaskThatIsShort(t *testing.T) {
	for policy, want := range map[string]struct{ given, again int }{"accept": {3, 0}, "repeat": {5, 2}} {
		chain := chaintest.All(t, func(c *configs.Config) {
			c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage = "", "pairs:lnc1=1", 5, policy
		})
		data, err := Sample(t.Context(), chain, nil)
		if err != nil {
			t.Fatal(err)
		}
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

// TestNoRankingRows: a ranking task without a judged pair cannot be repeated.
func TestNoRankingRows(t *testing.T) {
	files := map[string]string{"qrels.train.txt": "q1 0 d3 0\n"}
	for name, text := range chaintest.Files {
		files[name] = cmp.Or(files[name], text)
	}
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Data = chaintest.Write(t, files)
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage = "", "ranking=1,tfc1=1", 4, "repeat"
	})
	if _, err := Sample(t.Context(), chain, nil); err == nil || !strings.Contains(err.Error(), "ranking: 2 rows wanted, 0 there") {
		t.Errorf("%v", err)
	}
}

// TestLeftOutOfMixture: by hand, of the six judged pairs of training and of those of dev and test. Two become rows of ranking, and four do
// not; other splits keep all of theirs.
func TestLeftOutOfMixture(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage = "", "ranking=1,tfc1=1", 4, "accept"
	})
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	mixture, r := data.Report.Mixture(), data.Report.Regular("train")
	if r.Drawn != 2 || r.LeftOut["not_in_mixture"] != 4 || mixture["ranking"] != 2 || mixture["tfc1"] != 2 {
		t.Errorf("%+v, %v", r, mixture)
	}
	for split, want := range map[string]int{"dev": 4, "test": 4} {
		if r := data.Report.Regular(split); r.Drawn != want || r.LeftOut["not_in_mixture"] != 0 {
			t.Errorf("%s: %+v, want %d rows", split, r, want)
		}
	}
}

// TestAllQueriesAreClassQueries: where all queries of dev are class_queries, dev has its judged pairs in a mixture with ranking, else no
// row.
func TestAllQueriesAreClassQueries(t *testing.T) {
	for mixture, want := range map[string]int{"tfc1=1": 0, "ranking=1,tfc1=1": 4} {
		chain := chaintest.All(t, func(c *configs.Config) {
			c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage, c.Gen.ClassTest = "", mixture, 4, "accept", 2
			c.Gen.ClassQueries, c.Gen.ClassSample = "dev=1,train=1", "random"
		})
		data, err := Sample(t.Context(), chain, nil)
		if err != nil {
			t.Fatal(err)
		}
		const warning = "every dev query is one of class_queries: no row of a three-class task is of dev"
		if n := data.Sets[1].Pairs.Len(); data.Sets[1].Split != "dev" || n != want || !slices.Contains(data.Report.Warnings, warning) {
			t.Errorf("%s: %d rows of %s, want %d; %q", mixture, n, data.Sets[1].Split, want, data.Report.Warnings)
		}
	}
}

// TestFewestRowsOfMixture: one row is a training set, none is an error.
func TestFewestRowsOfMixture(t *testing.T) {
	files := map[string]string{"qrels.train.txt": "q1 0 d3 0\n"}
	for name, text := range chaintest.Files {
		files[name] = cmp.Or(files[name], text)
	}
	for mixture, want := range map[string]int{"tfc1=1": 1, "ranking=1": 0} {
		data, err := Sample(t.Context(), chaintest.All(t, func(c *configs.Config) {
			c.Gen.Data = chaintest.Write(t, files)
			c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.OnShortage, c.Gen.ClassSample = "", mixture, 1, "accept", "random"
		}), nil)
		if want == 0 && err == nil || want > 0 && (err != nil || data.Sets[0].Pairs.Len() != want) {
			t.Errorf("%s: %v, want %d rows", mixture, err, want)
		}
	}
}

// TestTwoPairTasks: by hand, as in TestRows. Each task of pairs has the rows of its own axiom: two of lnc1's three, and both of tfc1's.
func TestTwoPairTasks(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows = "", "pairs:lnc1=1,pairs:tfc1=1", 4
	})
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, r := range data.Sets[0].Rows() {
		if text := r.PosID + ">" + r.NegID; r.Task != "pairs:"+r.Axiom {
			t.Errorf("%s is a row of %s, by %s", text, r.Task, r.Axiom)
		} else if r.Axiom == "tfc1" {
			list = append(list, text)
		}
	}
	slices.Sort(list)
	if n := data.Sets[0].Pairs.Len(); n != 4 || !slices.Equal(list, []string{"d1>d3", "d1>d7"}) {
		t.Errorf("%d rows, of tfc1 %q", n, list)
	}
}

// TestPointwiseNote: an odd number of pointwise rows of ranking is told, since a pair makes two.
func TestPointwiseNote(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows, c.Gen.RankingRows, c.Gen.OnShortage = "", "ranking=3,tfc1=1", 0, quota.CountPointwise, "accept"
	})
	chain.Run.Config.Gen.Rows = 4
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = "ranking: 3 pointwise rows wanted, 2 given: a pair makes two"
	if !slices.Contains(data.Report.Warnings, want) || chain.Run.Account.Warnings[want] != 1 {
		t.Errorf("warnings %q, for the manifest %v, want %q", data.Report.Warnings, chain.Run.Account.Warnings, want)
	}
}
