package account_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/spf13/pflag"
)

// The account in words and as a page, of pools that gen/dataset's tests count by hand: tfc1 has 7 preferences, of which 2 are drawn.
func TestReport(t *testing.T) {
	p := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms = "tfc1, lnc1" })
	counts := must.Get(dataset.Mine(t.Context(), p))(t)
	data := must.Get(dataset.Sample(t.Context(), p, nil))(t)
	var text strings.Builder
	must.Do(t, data.Report.Results(data.Drawn).Table(account.CountTable(p.Axioms.All, counts)).Text(&text, 0))
	for _, want := range []string{ // found, dropped, in pool, used, judges agree, asked, short, longer by, prefer longer
		"\njudged train 7 1 6 6 – 6 0 ", "\ntfc1 train 7 5 2 2 1.00 3 1 +12.5 % 50.0 %\n", "\nlnc1 train 3 0 3 3 – 3 0 +25.0 % 100.0 %\n",
	} {
		must.Contain(t, regexp.MustCompile(" +").ReplaceAllString(text.String(), " "), want)
	}
	for _, want := range []string{
		"used: 5 axiomatic and 6 judged pairs, 1 axiomatic fewer than asked; judgements order ",
		"\ntrain  judged                       2 ", "\ntrain  judged, negative assumed     4 ", // whose negatives nobody judged
		"\ntfc1   train          7        3        1        1.0000 ", // of d4 above three and d1 above d2, judges saw both only of d4 above d1
	} {
		must.Contain(t, text.String(), want)
	}

	page := pagetest.Render(t, data.Report.Page(data.Drawn, "").HTML)
	pagetest.WellFormed(t, page)
	for _, want := range []string{
		"The training split has 6 judged pairs",
		"Too few to say how often the axioms are right: judgements decide 1 mined pair.",
		`>tfc1</abbr></th><td>train</td><td>non relevant over relevant</td><td class="num">1</td>`,
		`already judged</td><td class="num">3</td>`,
		`>tfc1</abbr></th><td>train</td><td>same text</td><td class="num">1</td>`,
	} {
		must.Contain(t, page, want)
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
	must.Do(t, flags.Parse([]string{"--pairs", "9"}))
	asked := must.Get(configs.Load("", flags))(t)
	asked.Gen.OnShortage = "fail"
	must.Fail(t, account.CheckReached(asked, []account.Unmet{pairs}, "done"), "fewer than asked: ")
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

// TestWrite: a stage keeps the rows of others that are chosen, in the order of the stages, and nothing of an account that it cannot trust.
func TestWrite(t *testing.T) {
	out := chaintest.Claim(t)
	write := func(keeps bool, what ...string) string {
		s := &account.Report{}
		for _, w := range what {
			s.Rows = append(s.Rows, account.Row{What: w})
		}
		must.Do(t, s.Write(out, func(string) bool { return keeps }))
		s = must.Get(account.Read(out))(t)
		var names []string
		for _, r := range s.Rows {
			names = append(names, r.What)
		}
		return strings.Join(names, ", ")
	}
	for _, c := range []struct{ got, want string }{
		{write(true, account.Pairs), "pairs"}, {write(true, account.Preferences), "preferences, pairs"},
		{write(true, account.Documents), "documents, preferences, pairs"}, {write(false, account.Spares), "spares"},
	} {
		must.Equal(t, c.got, c.want)
	}
}

// TestPublishedClasses: a task's classes are those of test queries where there are any, and a share more than .1 from the published one has
// its reason.
func TestPublishedClasses(t *testing.T) {
	published := func(n ...float64) (list []configs.PublishedNumber) {
		for i, x := range n {
			list = append(list, configs.PublishedNumber{Subject: "div", Measure: fmt.Sprint("class ", i-1), Value: x, Source: "paper"})
		}
		return list
	}
	train := account.Row{What: account.Classes, Split: "train", Task: "div", FoundByClass: []int{1, 1, 2}}
	both := train
	both.TestByClass = []int{10, 10, 20}
	for want, c := range map[string]struct {
		row       account.Row
		published []configs.PublishedNumber
	}{
		"here .250 .250 .500 (paper)":                 {train, published(3, 2, 5)},
		"here .250 .250 .500 on test queries (paper)": {both, published(3, 2, 5)},
		"here .250 .250 .500 on test queries, more than .1 apart: the source's collection and queries are others (paper)": {both,
			published(3, 4, 3)},
		"here .250 .250 .500 on test queries, -1 and +1 more than .1 apart: which document is the first one rests on the order of the " +
			"collection (paper)": {both, published(5, 2, 3)},
	} {
		lines := (&account.Report{Rows: []account.Row{c.row}}).ComparePublished(c.published)
		if len(lines) != 1 || !strings.HasSuffix(lines[0], want) {
			t.Errorf("%q, want %q", lines, want)
		}
	}
}
