package account_test

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/spf13/pflag"
)

// The account in words and as a page, of pools that gen/dataset's tests count by hand: tfc1 has 7 preferences, of which 2 are drawn.
func TestReport(t *testing.T) {
	p := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms = "tfc1, lnc1" })
	counts, profiles, err := dataset.Mine(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	data, err := dataset.Sample(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := data.Report.Results().Table(account.CountTable(p.Axioms, counts, profiles)).Text(&text, 0); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"regular pairs: 6 found, 6 taken, 0 given up for axiomatic ones; 0 conflicts between axioms\n",
		"negatives of regular pairs: 2 judged, 4 assumed (nobody judged them)\n",
		"\ntfc1      7        5        2       3      2  +0.125\n",
		"\nlnc1      3        0        3       3      3  +0.250\n",
		"\ntfc1   train          7        3        1     0.7500", // d4 above three, and d1 above d2
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the account lacks %q:\n%s", want, text.String())
		}
	}

	page := pagetest.Render(t, data.Report.Page("").HTML)
	pagetest.WellFormed(t, page)
	for _, want := range []string{
		"The training split has 6 regular pairs",
		"Too few to say how often the axioms are right: judgements decide 4 mined pairs.",
		`>tfc1</abbr></th><td>judgements say the opposite</td><td class="num">1</td>`,
		`>tfc1</abbr></th><td>a regular pair already</td><td class="num">3</td>`,
		`>tfc1</abbr></th><td>other document may be relevant</td><td class="num">1</td>`,
		`>lnc1</abbr><small>Fewer words that are no query terms</small></th><td>in the rows</td><td class="num">3</td>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestPageOfMixture: the first sentence counts the rows of three-class tasks, and the next does not call them judged.
func TestPageOfMixture(t *testing.T) {
	for mixture, want := range map[string][]string{
		"ranking=4,tfc1=3": {"and 4 rows of 1 three-class task.", "and the classes of the tasks on the axioms."},
		"tfc1=200":         {" rows of 1 task.", "The classes of the rows rest on the axioms alone."},
	} {
		p := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms, c.Gen.Mixture, c.Gen.OnShortage = "", mixture, "shrink" })
		data, err := dataset.Sample(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		page := pagetest.Render(t, data.Report.Page("").HTML)
		for _, text := range want {
			if !strings.Contains(page, text) || strings.Contains(page, "pairs that axioms prefer") {
				t.Errorf("%s: the page lacks %q:\n%s", mixture, text, page[strings.Index(page, "<body>"):])
			}
		}
	}
}

// An amount that a user asked for and the data do not reach is an error of its own exit code; one of a default is none.
func TestUnmet(t *testing.T) {
	pairs := account.Unmet{Key: "gen.pairs", Subject: "pairs of tfc1", Wanted: 9, There: 2}
	l := &configs.LoadedConfig{Origins: map[string]configs.Origin{}}
	l.Gen.OnShortage = "fail"
	if err := account.CheckReached(l, []account.Unmet{pairs}, "done"); err != nil {
		t.Errorf("a default: %v", err)
	}
	flags := pflag.NewFlagSet("gen", pflag.ContinueOnError)
	configs.AddFlags(flags, "gen")
	if err := flags.Parse([]string{"--pairs", "9"}); err != nil {
		t.Fatal(err)
	}
	asked, err := configs.Load("", flags)
	if err != nil {
		t.Fatal(err)
	}
	asked.Gen.OnShortage = "fail"
	if err := account.CheckReached(asked, []account.Unmet{pairs}, "done"); err == nil || !strings.Contains(err.Error(), "fewer than asked: ") {
		t.Errorf("asked for by a flag: %v", err)
	}
	asked.Gen.OnShortage = "accept"
	if err := account.CheckReached(asked, []account.Unmet{pairs}, "done"); err != nil {
		t.Errorf("accepted: %v", err)
	}
	worse := pairs
	worse.There = 1
	list := account.AddUnmet([]account.Unmet{pairs}, worse, account.Unmet{Key: "gen.hits", Subject: "documents", Wanted: 2, There: 1}, pairs)
	if len(list) != 2 || list[0].There != 1 {
		t.Errorf("%v", list)
	}
}

// TestDrawnTextOfMixture: a mixture has rows of tasks. Regular pairs are rows of its ranking task alone.
func TestDrawnTextOfMixture(t *testing.T) {
	for _, c := range []struct {
		mixture     map[string]int
		first, last string
	}{
		{map[string]int{"tfc1": 3, "lnc1": 1}, "drawn: 4 rows of 2 tasks", "regular pairs: 6 found; no task of the mixture takes them"},
		{map[string]int{"ranking": 2}, "drawn: 2 rows of 1 task", "negatives of regular pairs: 2 judged, 3 assumed (nobody judged them)"},
		{nil, "drawn: 0 axiomatic and 5 regular pairs", "negatives of regular pairs: 2 judged, 3 assumed (nobody judged them)"},
	} {
		r := account.Report{Mixture: c.mixture}
		r.Regular.NotInMixture = c.mixture["ranking"]
		r.Regular.Found, r.Regular.Taken, r.Regular.JudgedNegatives, r.Regular.AssumedNegatives = 6, 5, 2, 3
		lines := r.Account()
		if lines[0] != c.first || lines[len(lines)-1] != c.last {
			t.Errorf("%v: %q", c.mixture, lines)
		}
		if n := r.Regular.NotInMixture; n > 0 && !strings.Contains(lines[1], "5 taken (2 of them in no row of the mixture), ") {
			t.Errorf("%v: %q, want %d pairs in no row", c.mixture, lines, n)
		}
	}
}

// TestAccountOfMixture: what a report of pairs tells beside the regular ones is told of every mixture.
func TestAccountOfMixture(t *testing.T) {
	for _, mixture := range []map[string]int{{"tfc1": 3}, {"tfc1": 3, "ranking": 2}, nil} {
		r := account.Report{Mixture: mixture, Conflicts: 2, Pools: []account.Pool{{}}}
		r.Regular.BeyondLimit, r.Regular.Suspects.MaxScore, r.Pools[0].Shortfall = 1, 4, 7
		text := strings.Join(r.Account(), "\n")
		for _, want := range []string{"2 conflicts between axioms", "beyond a limit per query or per positive: 1",
			"regular pairs left out, since their negative may be relevant", "7 axiomatic fewer than asked"} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: %q is not told:\n%s", mixture, want, text)
			}
		}
	}
}
