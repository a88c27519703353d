package dataset_test

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// changed returns chaintest's files with some of them replaced; those with an empty text are left out.
func changed(files map[string]string) map[string]string {
	all := maps.Clone(chaintest.Files)
	maps.Copy(all, files)
	maps.DeleteFunc(all, func(_, text string) bool { return text == "" })
	return all
}

// mixed sets a mixture with rows to test with, of which as many as there are will do.
func mixed(c *configs.Config, mixture string, classTest int) {
	c.Gen.Axioms, c.Gen.Mixture, c.Gen.ClassTest, c.Gen.OnShortage = "", mixture, classTest, "accept"
	if !strings.Contains(mixture, "ranking") {
		c.Gen.Rows = 3
	}
}

// TestTasksByHand: the pairs of candidates by class. q1 has d1 (three apples) and d2, d3, d7, d8 with one. q2 has d4 (two pears) and d1,
// d2, d8 with one. Only d1 and d3 of q1, and d2, d4, d8 of q2, are equally long to others. Of pairs with one relevant document, d1 and d2
// of q1 are ordered against the judgements, the three of d4 with them.
func TestTasksByHand(t *testing.T) {
	for mixture, want := range map[string]string{
		"tfc1=1":          "tfc1 found [2 9 5], without precondition 0, agreement 0.75",
		"tfc1(delta=0)=1": "tfc1(delta=0) found [1 4 2], without precondition 9, agreement 1",
	} {
		var got []string
		for _, task := range sampled(t, func(c *configs.Config) { mixed(c, mixture, 0) }).Report.Of(account.Classes) {
			got = append(got, fmt.Sprintf("%s found %d, without precondition %d, agreement %v", task.Task, task.FoundByClass,
				task.LeftOut["without_precondition"], *task.Agreement))
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", mixture, got, want)
		}
	}
}

// TestNothingToTestWith: rows to test with need queries of dev or test. Those of dev alone will do.
func TestNothingToTestWith(t *testing.T) {
	noTest := map[string]string{"queries.test.tsv": "", "qrels.test.txt": ""}
	neither := changed(noTest)
	delete(neither, "queries.dev.tsv")
	delete(neither, "qrels.dev.txt")
	for name, c := range map[string]struct {
		files     map[string]string
		classTest int
		want      bool
	}{"neither": {neither, 4, true}, "neither, and none asked": {neither, 0, false}, "dev": {changed(noTest), 4, false}} {
		data := sampled(t, func(cfg *configs.Config) {
			cfg.Gen.Data = chaintest.Write(t, c.files)
			mixed(cfg, "tfc1=1", c.classTest)
		})
		unmet := data.Report.Unmet()
		// of dev's q3, one pair is of class 0, six of class 1 and three of class 2: three rows of equal classes
		few := account.Unmet{Key: configs.ClassTestKey, Subject: "tfc1 in dev", Wanted: 4, There: 3}
		if isDev := name == "dev"; slices.Contains(unmet, few) != isDev || isDev && len(data.Sets) != 2 ||
			slices.Contains(data.Report.Warnings, "tfc1, dev: 4 stratified rows wanted, 3 there") != isDev {
			t.Errorf("%s: %d sets, unmet %+v, warnings %q", name, len(data.Sets), unmet, data.Report.Warnings)
		}
		one := account.Unmet{Key: configs.ClassTestKey, Subject: "queries of dev or test", Wanted: 4}
		must.Equal(t, slices.Contains(unmet, one), c.want, "%s: unmet amounts %+v", name, unmet)
	}
}

// TestHollowTasks: a has two apples and b one, so that their one pair is of class 2. Rows with classes as they are repeat it; rows of equal
// classes cannot, since two classes have no pair. Documents of which the axiom says nothing cannot be repeated at all.
func TestHollowTasks(t *testing.T) {
	for _, c := range []struct {
		name, sample, documents, want string
	}{
		{"classes as they are", "random", "a\tapple apple\nb\tapple pear\n", "test tfc1(delta=0) a>b 0, 1, 2"},
		{"equal classes", "stratified", "a\tapple apple\nb\tapple pear\n", "the mixture is short: tfc1(delta=0): 3 rows wanted, 0 there"},
		{"no pair", "random", "a\tapple apple\nb\tapple\n", "the mixture is short: tfc1(delta=0): 3 rows wanted, 0 there"},
	} {
		p := chaintest.All(t, func(cfg *configs.Config) {
			cfg.Gen.Data = chaintest.Write(t, map[string]string{"collection.tsv": c.documents, "queries.train.tsv": "q\tapple\n",
				"qrels.train.txt": "q 0 a 1\n"})
			cfg.Gen.Axioms, cfg.Gen.Mixture, cfg.Gen.Rows, cfg.Gen.ClassSample, cfg.Gen.OnShortage = "", "tfc1(delta=0)=1", 3, c.sample, "repeat"
		})
		data, err := dataset.Sample(t.Context(), p, nil)
		got := fmt.Sprint(err)
		if err == nil {
			var passes []string
			for _, r := range data.Sets[0].Pairs.All() {
				passes = append(passes, fmt.Sprint(r.Pass))
				got = "test " + r.Task + " " + r.PosID + ">" + r.NegID
			}
			got += " " + strings.Join(slices.Sorted(slices.Values(passes)), ", ")
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestClassQueriesAndTheirTests: with class_queries, further test sets are of the same queries, without any where no rows to test with are
// asked. Two unique queries are wanted; of two training queries the other one, at most, shares no word with the used one.
func TestClassQueriesAndTheirTests(t *testing.T) {
	for classTest, want := range map[int]string{0: "train dev test", 1: "train dev test test.stratified test.random test.unique-stratified " +
		"test.unique-random", 2: "train dev test test.stratified test.random test.unique-stratified test.unique-random"} {
		data := sampled(t, func(c *configs.Config) {
			mixed(c, "tfc1=1", classTest)
			c.Gen.ClassQueries, c.Gen.UniqueQueries, c.Gen.ClassSample = "train=1", 2, "random"
		})
		var sets []string
		for _, s := range data.Sets {
			sets = append(sets, account.SetName(s.Split, s.Set))
		}
		const warning = "unique_queries: 2 wanted, 1 training query without a word in common with the 1 of class_queries"
		if slices.Contains(data.Report.Warnings, warning) != (classTest > 0) {
			t.Errorf("%d rows: warnings %q", classTest, data.Report.Warnings)
		}
		unmet := account.Unmet{Key: configs.UniqueQueriesKey, Subject: "training queries that share no word", Wanted: 2, There: 1}
		if strings.Join(sets, " ") != want || slices.Contains(data.Report.Unmet(), unmet) != (classTest > 0) {
			t.Errorf("%d rows: sets %q, unmet %+v, want %s", classTest, sets, data.Report.Unmet(), want)
		}
	}
}

// TestPlannedTasks: by hand, as in TestTasksByHand. The six judged pairs are a half of the rows. Of other tasks nothing is counted
// before they are drawn.
func TestPlannedTasks(t *testing.T) {
	p := chaintest.All(t, func(c *configs.Config) { mixed(c, "ranking=2,tfc1=1,pairs:lnc1=1", 0) })
	lines := must.Get(dataset.PlannedTasks(p))(t)
	want := []string{"ranking: 6 asked, 6 there", "tfc1: 3 asked, counted when they are drawn", "pairs:lnc1: 3 asked, counted when they are drawn"}
	if !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
}

// TestNoPairAtAll: a training split without any pair is an error, and its account is written.
func TestNoPairAtAll(t *testing.T) {
	p := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Data = chaintest.Write(t, changed(map[string]string{"qrels.train.txt": "q1 0 d3 0\n"}))
		c.Gen.Axioms = ""
	})
	data, err := dataset.Sample(t.Context(), p, nil)
	if err == nil || !strings.Contains(err.Error(), "the training split gives no pair at all") || data != nil {
		t.Errorf("%+v, %v", data, err)
	}
	if _, err := fs.ReadFile(p.Run.Out.FS(), account.Name); err != nil {
		t.Error(err)
	}
}
