package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestLengthsOf: by hand. A made document is as many times as long as its source; an id of the collection is that document, whatever it
// looks like.
func TestLengthsOf(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee hive wax"}, corpus.Doc{ID: "e~2", Text: "moon"}),
		analysis.Defaults())
	length := LengthsOf(x)
	for id, want := range map[string]int{"d": 3, "d~2": 6, "d~5": 15, "e~2": 1, "e~2~3": 3, "e": -1, "d~x": -1, "d~0": -1, "f~2": -1} {
		got, ok := length(id)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%s: %d, %v, want %d", id, got, ok, want)
		}
	}
}

// TestExcerpt: by hand. A text ends behind the part by which it is longer than mostText, and a stretch between marks is shortened before.
func TestExcerpt(t *testing.T) {
	mark := page.Part{Text: strings.Repeat("m", 400), Evidence: true}
	short := page.Part{Text: "s", Evidence: true}
	end := page.Part{Text: " …"}
	for _, c := range []struct {
		name        string
		parts, want []page.Part
	}{
		{"all of it", []page.Part{mark, short, mark}, []page.Part{mark, short, mark}},
		{"the last one is too much", []page.Part{mark, mark, mark}, []page.Part{mark, mark, mark, end}},
		{"what comes behind", []page.Part{mark, mark, mark, short, mark}, []page.Part{mark, mark, mark, end}},
	} {
		if got := excerpt(slices.Clone(c.parts)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	word := strings.Repeat("a", 99)
	stretch := page.Part{Text: word + " " + word + " " + word} // 299 bytes, of which some 120 stay next to a mark, cut between words
	got := excerpt([]page.Part{stretch, short, stretch, short, stretch})
	for i, want := range []string{" …  " + word + " " + word, "s", word + " …  " + word + " " + word, "s", word + " … "} {
		if got[i].Text != want {
			t.Errorf("part %d is %q, want %q", i, got[i].Text, want)
		}
	}
}

// TestDrawingKey: what decides the pairs decides their key, and what is no valid number is an error.
func TestDrawingKey(t *testing.T) {
	usualConfig := chaintest.Config(t, nil)
	key := func(edit func(*configs.Config)) string {
		c := *usualConfig
		edit(&c)
		text, err := DrawingKey(chaintest.Start(t, &c))
		if err != nil {
			return "error: " + err.Error()
		}
		return text
	}
	usual := key(func(*configs.Config) {})
	if usual == "" || usual != key(func(*configs.Config) {}) {
		t.Errorf("%q is no key", usual)
	}
	if seed := key(func(c *configs.Config) { c.Gen.Seed = 9 }); seed == usual {
		t.Error("the seed does not decide the key")
	}
	if bad := key(func(c *configs.Config) { c.Gen.Spares = "some" }); !strings.HasPrefix(bad, "error: ") {
		t.Errorf("spares of some: %q", bad)
	}
	if bad := key(func(c *configs.Config) { c.Gen.ViolatedBy = "none.run" }); !strings.HasPrefix(bad, "error: ") {
		t.Errorf("a run that is not there: %q", bad)
	}
}

// TestClassQueries: the labels in use are those of training queries, and the queries that two splits share come once.
func TestClassQueries(t *testing.T) {
	queries := func(ids ...string) (list []mine.Query) {
		for _, id := range ids {
			list = append(list, mine.Query{ID: id})
		}
		return list
	}
	splits := []prepare.Split{{Name: "train", Queries: queries("a", "b")}, {Name: "dev", Queries: queries("b", "c")}}
	c := chaintest.Config(t, func(c *configs.Config) { c.Gen.ClassQueries = "train=2, dev=3" })
	d := &Drawer{Queries: splits[0].Queries, Labels: []bool{true, false}}
	report := &account.Report{}
	got, err := classDrawer(&c.Gen, splits, d, "train", report)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for i, q := range got.Queries {
		text += fmt.Sprintf("%s %v, ", q.ID, got.Labels[i])
	}
	if text != "a true, b false, c false, " {
		t.Errorf("queries and labels: %s", text)
	}
	if len(report.Warnings) != 1 || report.Warnings[0] != "class_queries: dev=3 wanted, 2 there" || len(report.Unmet) != 1 ||
		report.Unmet[0].Wanted != 3 || report.Unmet[0].There != 2 {
		t.Errorf("%q, %+v", report.Warnings, report.Unmet)
	}
}

// TestSparesOfMadeDocuments: tfc1 prefers d1, the first candidate of q1, to others. A row of a document that is made of d1 states nothing
// of d1 itself: there is one positive, without a spare. A row of d1 has the spares that are left.
func TestSparesOfMadeDocuments(t *testing.T) {
	chain := chaintest.All(t, nil)
	training, err := prepare.Training(&chain.Run.Config.Gen, chain.Splits)
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDrawer(chain, training, nil)
	if err != nil {
		t.Fatal(err)
	}
	for positive, want := range map[string]int{"d1~2": 0, "d1": 1} {
		rows := pairs.TableOf([]pairs.Pair{{Task: task, QueryID: "q1", PosID: positive, NegID: "d3", Axiom: "tfc1"}})
		spares, filling, err := d.Spares(t.Context(), rows, 2, quota.Loss{Weights: []float64{1}, Margins: []float64{1}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		short := 1 // the made document has one negative of the two wanted
		if want > 0 {
			short = 0
		}
		if spares.Len() != want || filling.Spares != want || filling.Positives != 1 || filling.Short != short {
			t.Errorf("%s: %d spares, %+v, want %d", positive, spares.Len(), filling, want)
		}
	}
}

// TestWithoutQueries: the queries that are left are those of other ids, in their order.
func TestWithoutQueries(t *testing.T) {
	a, b, c := mine.Query{ID: "a"}, mine.Query{ID: "b"}, mine.Query{ID: "c"}
	left := withoutQueries([]mine.Query{a, b, c}, []mine.Query{b, {ID: "d"}})
	if len(left) != 2 || left[0].ID != "a" || left[1].ID != "c" {
		t.Errorf("%+v are left, want a and c", left)
	}
}

// TestGradeOf: a document that nobody judged has no grade.
func TestGradeOf(t *testing.T) {
	if g := gradeOf(mine.Candidate{Grade: 2, Judged: true}); g == nil || *g != 2 {
		t.Errorf("%v, want 2", g)
	}
	if g := gradeOf(mine.Candidate{Grade: 2}); g != nil {
		t.Errorf("%d, want none", *g)
	}
}

// TestKeepAllowed: by hand. Of three ranked candidates and an added one, pairs are drawn among the first ones, of the queries that a
// configuration names.
func TestKeepAllowed(t *testing.T) {
	q := &mine.Query{Docs: []mine.Candidate{{Rank: 1, Judged: true}, {Rank: 2}, {Rank: 3}, {}}}
	list := []pairs.Instance{{Pos: 0, Neg: 1}, {Pos: 1, Neg: 2}, {Pos: 2, Neg: 0}, {Pos: 3, Neg: 0}, {Pos: 0, Neg: 3}}
	for _, c := range []struct {
		name   string
		drawer Drawer
		labels bool
		want   int
	}{
		{"all", Drawer{}, true, 5}, {"the first", Drawer{Top: 1}, true, 0}, {"the first two", Drawer{Top: 2}, true, 1},
		{"all that have a rank", Drawer{Top: 9}, true, 3}, {"judged queries", Drawer{QuerySource: quota.PoolJudged}, true, 5},
		{"judged ones without labels", Drawer{QuerySource: quota.PoolJudged}, false, 0},
		{"others", Drawer{QuerySource: quota.PoolUnjudged}, true, 0},
		{"others without labels", Drawer{QuerySource: quota.PoolUnjudged}, false, 5}, {"made queries", Drawer{Made: true}, true, 0},
	} {
		if got := c.drawer.keepAllowed(q, c.labels, slices.Clone(list)); len(got) != c.want {
			t.Errorf("%s: %v, want %d", c.name, got, c.want)
		}
	}
}

// TestUnjudgedSizes: by hand. Pools with a ratio share 100,000 pairs as their ratios are; others have the number that is asked, or all.
func TestUnjudgedSizes(t *testing.T) {
	got := unjudgedSizes([]sample.Pool{{Ratio: 1}, {Ratio: 3}, {Pairs: 7}, {}, {Ratio: 1e-9}})
	if want := []int{25_000, 75_000, 7, sample.All, 1}; !slices.EqualFunc(got, want, func(a, b int) bool { return a-b <= 1 && b-a <= 1 }) {
		t.Errorf("%d, want %d", got, want)
	}
}

// TestHighlight: the words of the terms are marked, whatever their case; a text that is longer in small letters is left as it is.
func TestHighlight(t *testing.T) {
	an, err := analysis.New(analysis.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	terms := map[string]bool{an.Terms("whale")[0]: true}
	for text, want := range map[string]string{"Blue Whale sea": "Blue |*Whale| sea", "sea": "sea", "İ whale": "İ whale"} {
		var parts []string
		for _, p := range highlight(an, text, terms) {
			mark := ""
			if p.Evidence {
				mark = "*"
			}
			parts = append(parts, mark+p.Text)
		}
		if got := strings.Join(parts, "|"); got != want {
			t.Errorf("%q is cut into %q, want %q", text, got, want)
		}
	}
}

// TestRankingRows: by hand. Two positives have three negatives and one: in groups of two documents that is four groups, of three one.
func TestRankingRows(t *testing.T) {
	var rows []pairs.Pair
	for _, negative := range []string{"a", "b", "c"} {
		rows = append(rows, pairs.Pair{QueryID: "q", PosID: "p", NegID: negative})
	}
	rows = append(rows, pairs.Pair{QueryID: "q", PosID: "o", NegID: "a"})
	c := chaintest.Config(t, nil)
	for unit, want := range map[string]int{quota.CountGroups: 1, "pairs": 4} {
		c.Gen.RankingRows, c.Tokenize.GroupSize = unit, 3
		if r := newRankingRows(c, rows); r.size() != want {
			t.Errorf("%s: %d rows of %+v, want %d", unit, r.size(), r, want)
		}
	}
}
