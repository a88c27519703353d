package dataset

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
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
		if ok != (want >= 0) || got != max(want, 0) {
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

// TestUnjudgedSizes: by hand. Pools with a ratio share 100,000 pairs as their ratios are, a pair at least and rounded down; others have the
// number that is asked, or all.
func TestUnjudgedSizes(t *testing.T) {
	got := unjudgedSizes([]sample.Pool{{Ratio: 1}, {Ratio: 3}, {Pairs: 7}, {}, {Ratio: 1e-9}})
	if want := []int{24_999, 74_999, 7, sample.All, 1}; !slices.Equal(got, want) {
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

// TestRankAndScore: a document that was added has neither rank nor score; the first of a run has both.
func TestRankAndScore(t *testing.T) {
	if rank, score := rankAndScore(mine.Candidate{Score: 2}); rank != nil || score != nil {
		t.Errorf("%v, %v of a document without rank", rank, score)
	}
	if rank, score := rankAndScore(mine.Candidate{Rank: 1, Score: 2}); rank == nil || *rank != 1 || score == nil || *score != 2 {
		t.Errorf("%v, %v, want 1 and 2", rank, score)
	}
}

// TestSetAxiomatic: the row has its pool's name, weight, margin and labels, and, where each axiom has a pool, the axiom's reading.
func TestSetAxiomatic(t *testing.T) {
	list, err := axioms.ParseList("tfc1, tfc1(variant=klose)")
	if err != nil {
		t.Fatal(err)
	}
	for strategy, want := range map[string]string{sample.Paired: "klose", sample.MultiGraded: ""} {
		d := &Drawer{Miner: &mine.Miner{Axioms: list}, Axioms: &quota.Axioms{Drawn: []int{0, 1}, Pools: []sample.Pool{{Name: "a"}, {Name: "b"}}},
			Options: sample.Options{Strategy: strategy}}
		row := pairs.Pair{Source: pairs.Judged, PosLabel: sample.LabelRelevant}
		d.setAxiomatic(&row, 1, quota.Loss{Weights: []float64{1, .5}, Margins: []float64{1, .25}})
		if row.Variant != want || row.Axiom != "b" || row.Source != pairs.Axiomatic || row.Weight != .5 || row.Margin != .25 ||
			row.PosLabel != sample.LabelPreferred || row.NegLabel != sample.LabelRest {
			t.Errorf("%s: %+v", strategy, row)
		}
	}
}

// TestCut: by hand. A text is cut at its last space, but not at its first byte, and never within a rune: the euro sign has three bytes.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		text       string
		most, want int
	}{{"ab cd ef", 7, 5}, {"ab cd ef", 8, 8}, {"ab cd ef", 9, 8}, {"ab cd ef", 2, 2}, {"a bcdef", 4, 1}, {" bcdef", 4, 4}, {"a€€", 3, 1},
		{"a€€", 4, 4}, {"€", 2, 0}, {"€", 1, 0}} {
		if got := cut(c.text, c.most); got != c.want {
			t.Errorf("%q at %d: %d, want %d", c.text, c.most, got, c.want)
		}
	}
}

// TestTextOf: by hand. A made document has the text of its source as often as its id says, and a copy has a word before it.
func TestTextOf(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee"}, corpus.Doc{ID: "e~2", Text: "moon"}), analysis.Defaults())
	for id, want := range map[string]string{"d": "bee", "d~2": "bee bee", "d~3": "bee bee bee", "e~2": "moon", "d~+wax": "wax bee"} {
		if got, ok := textOf(x, id); got != want || !ok {
			t.Errorf("%s: %q, %v, want %q", id, got, ok, want)
		}
	}
	for _, id := range []string{"f", "f~2", "d~x", "d~+", ""} {
		if got, ok := textOf(x, id); got != "" || ok {
			t.Errorf("%s: %q, want none", id, got)
		}
	}
}

// TestExampleOf: an example has the texts with the query's word marked, and says where the preference comes from.
func TestExampleOf(t *testing.T) {
	chain := chaintest.All(t, nil)
	miner, q := prepare.NewMiner(chain), &chain.Splits[0].Queries[0]
	grade := func(n int32) *int32 { return &n }
	for _, c := range []struct {
		row         pairs.Pair
		source, why string
	}{
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1", Class: grade(2)}, "row of class 2", "|c(appl): 3 >= 1|all query terms: 3 > 1"},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1", Class: grade(1)}, "row of class 1", ""},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1", Class: grade(0)}, "row of class 0", "|c(appl): 1 >= 3|all query terms: 1 > 3"},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1"}, "axiomatic pair", "|c(appl): 3 >= 1|all query terms: 3 > 1"},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "no such axiom"}, "axiomatic pair", ""},
		{pairs.Pair{Source: pairs.Judged, PosGrade: grade(2), NegGrade: grade(1)}, "judged pair", "|d1 is judged 2, d2 is judged 1"},
		{pairs.Pair{Source: pairs.Judged, PosGrade: grade(2)}, "regular pair, its negative assumed",
			"|d1 is judged 2, d2 is assumed not relevant: nobody judged it"},
		{pairs.Pair{Source: pairs.Judged}, "regular pair", ""},
	} {
		c.row.PosID, c.row.NegID = "d1", "d3"
		e, ok := exampleOf(chain, miner, q, &c.row)
		text := ""
		for _, doc := range e.Docs {
			text += doc.Role + " " + doc.ID + ":"
			for _, part := range doc.Text {
				if part.Evidence {
					text += "*"
				}
				text += part.Text
			}
			text += "; "
		}
		roles := [2]string{"d1, preferred", "d2"}
		if c.row.Class != nil {
			roles = [][2]string{{"d1", "d2, preferred"}, {"d1", "d2"}, roles}[*c.row.Class]
		}
		why := ""
		for _, line := range e.Why {
			why += "|" + line
		}
		if !ok || e.Source != c.source || why != c.why || e.Query.ID != "q1" || e.Axiom != c.row.Axiom ||
			text != roles[0]+" d1:*apple *apple *apple pear; "+roles[1]+" d3:*apple plum plum fig; " {
			t.Errorf("%v, %s, %q, texts %q; want %s, %q", ok, e.Source, why, text, c.source, c.why)
		}
	}
	for _, row := range []pairs.Pair{{PosID: "none", NegID: "d3"}, {PosID: "d1", NegID: "none"}} {
		if _, ok := exampleOf(chain, miner, q, &row); ok {
			t.Errorf("%s and %s make an example", row.PosID, row.NegID)
		}
	}
}

// TestHasLabels: of two queries one is judged, whose labels are the ones in use, whichever query has the smaller hash. Without a number
// all labels are.
func TestHasLabels(t *testing.T) {
	docs := func(relevant bool) []mine.Candidate {
		return []mine.Candidate{{Doc: 0, Judged: relevant, Grade: 1}, {Doc: 1}}
	}
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	for first := range 2 {
		d := &Drawer{Miner: &mine.Miner{Index: x}, Options: sample.Defaults(), Judged: 1, Queries: []mine.Query{
			{ID: "a", Text: "bee", Docs: docs(first == 0)}, {ID: "b", Text: "moon", Docs: docs(first == 1)}}}
		if got := d.HasLabels(); !slices.Equal(got, []bool{first == 0, first == 1}) {
			t.Errorf("judged is query %d, in use are labels of %v", first, got)
		}
		if n := d.CountJudged(); n != 1 {
			t.Errorf("%d queries are in use, want 1", n)
		}
		d.Judged = 0
		if got := d.HasLabels(); !slices.Equal(got, []bool{true, true}) {
			t.Errorf("in use are labels of %v, want all", got)
		}
		if n := d.RegularPairs(); n != 1 {
			t.Errorf("%d regular pairs, want 1", n)
		}
	}
}

// TestRowsOfManyPairs: the 4,950 pairs of a hundred documents, more than are made at once, are a row each.
func TestRowsOfManyPairs(t *testing.T) {
	var docs []corpus.Doc
	var candidates []mine.Candidate
	var list []sample.PoolInstance
	for i := range int32(100) {
		docs = append(docs, corpus.Doc{ID: fmt.Sprint(i), Text: "bee"})
		candidates = append(candidates, mine.Candidate{Doc: uint32(i), Rank: i + 1})
		for j := range i {
			list = append(list, sample.PoolInstance{Instance: pairs.Instance{Pos: j, Neg: i}})
		}
	}
	x := indextest.InMemory(t, indextest.Docs(docs...), analysis.Defaults())
	d := &Drawer{Miner: &mine.Miner{Index: x, Threads: 2}, Axioms: &quota.Axioms{}, Queries: []mine.Query{{ID: "q", Docs: candidates}}}
	rows, err := d.Rows(t.Context(), &sample.Result{Regular: list}, quota.Loss{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range rows.All() {
		seen[p.PosID+">"+p.NegID] = p.PosID != p.NegID && p.PosRank != nil && fmt.Sprint(*p.PosRank-1) == p.PosID
	}
	if isWrong := slices.Contains(slices.Collect(maps.Values(seen)), false); rows.Len() != 4950 || len(seen) != 4950 || isWrong {
		t.Errorf("%d rows of %d pairs, want 4950 with the ranks of their documents", rows.Len(), len(seen))
	}
}

// TestShortText: by hand, of estimates that may be wrong by half as much again. 10 there are too few for 16, perhaps for 15 and for 7.
func TestShortText(t *testing.T) {
	for wanted, want := range map[int]string{16: ": too few", 15: ": perhaps too few", 7: ": perhaps too few", 6: ""} {
		if got := shortText(wanted, 10, 1.5); got != want {
			t.Errorf("%d wanted: %q, want %q", wanted, got, want)
		}
	}
	for wanted, want := range map[int]string{11: ": too few", 10: ""} {
		if got := shortText(wanted, 10, 1); got != want {
			t.Errorf("%d wanted of ten that were counted: %q, want %q", wanted, got, want)
		}
	}
}

// TestTakeOfRankingRows: by hand. A pair makes two pointwise rows, so that an odd one is not given. Of two groups and a loose pair, three
// groups are the first one twice.
func TestTakeOfRankingRows(t *testing.T) {
	var rows []pairs.Pair
	for _, negative := range []string{"a", "b", "c", "d", "e"} {
		rows = append(rows, pairs.Pair{QueryID: "q", PosID: "p", NegID: negative, UID: negative})
	}
	c := chaintest.Config(t, func(c *configs.Config) { c.Tokenize.GroupSize = 3 })
	for _, x := range []struct {
		unit       string
		k, n, last int // rows asked, pairs given, and how often the last one was given before
		note       string
	}{
		{quota.CountPointwise, 4, 2, 0, ""},
		{quota.CountPointwise, 3, 1, 0, "ranking: 3 pointwise rows wanted, 2 given: a pair makes two"},
		{quota.CountPointwise, 12, 6, 1, ""},
		{quota.CountGroups, 3, 6, 1, "ranking: 1 pair left out, in no full group"},
		{"pairs", 5, 5, 0, ""}, {"pairs", 0, 0, 0, ""},
	} {
		c.Gen.RankingRows = x.unit
		got, note := newRankingRows(c, rows).take(x.k)
		if len(got) != x.n || note != x.note || x.n > 0 && int(got[x.n-1].Pass) != x.last {
			t.Errorf("%d %s: %d pairs, %q; want %d, %q", x.k, x.unit, len(got), note, x.n, x.note)
		}
	}
}

// TestWantedSpares: a number of negatives is kept for any number of rows; else it is one less than the documents of a group, eight unless
// the configuration says, and for any number of rows only where a format wants groups.
func TestWantedSpares(t *testing.T) {
	for _, c := range []struct {
		spares, formats string
		group, n        int
		always, isWrong bool
	}{
		{"5", "", 0, 5, true, false}, {"0", "", 4, 0, true, false}, {"auto", "", 0, 7, false, false}, {"auto", "", 2, 1, false, false},
		{"auto", "tevatron", 4, 3, true, false}, {"-1", "", 0, 0, false, true}, {"some", "", 0, 0, false, true},
	} {
		cfg := chaintest.Config(t, func(cfg *configs.Config) {
			cfg.Gen.Spares, cfg.Tokenize.GroupSize, cfg.Tokenize.OutputFormat = c.spares, c.group, c.formats
		})
		n, always, err := WantedSpares(cfg)
		if n != c.n || always != c.always || (err != nil) != c.isWrong {
			t.Errorf("%+v: %d, %v, %v", c, n, always, err)
		}
	}
}

// TestViewOf: a query's documents are its candidates, then those outside, each with what sampling reads.
func TestViewOf(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee hive"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	d := &Drawer{Miner: &mine.Miner{Index: x}}
	q := &mine.Query{ID: "q", Docs: []mine.Candidate{{Doc: 0, Rank: 3, Score: 2}}, Outside: []mine.Candidate{{Doc: 1, Judged: true, Grade: 1}}}
	view := d.viewOf(q, 7, true, true, nil)
	if view.Index != 7 || view.ID != "q" || !view.Labelled || len(view.Docs) != 2 {
		t.Fatalf("%+v", view)
	}
	if c := view.Docs[0]; c.ID != "d" || c.Len != 2 || c.Rank != 3 || c.RunScore != 2 || c.Judged || c.Outside {
		t.Errorf("the candidate: %+v", c)
	}
	if c := view.Docs[1]; c.ID != "e" || c.Len != 1 || c.Rank != 0 || c.Grade != 1 || !c.Judged || !c.Outside {
		t.Errorf("the one outside: %+v", c)
	}
	if c := d.viewOf(q, 7, true, false, nil).Docs[0]; c.ID != "" || c.Len != 0 {
		t.Errorf("without ids: %+v", c)
	}
}

// TestFactsOf: equal scores have an order where candidates are found here. With a run for each split they have that of the run.
func TestFactsOf(t *testing.T) {
	chain := chaintest.All(t, nil)
	isFact := func() bool {
		return slices.ContainsFunc(factsOf(chain), func(fact [2]string) bool { return fact[0] == "equal scores" })
	}
	if !isFact() {
		t.Error("found here, and nothing is said of equal scores")
	}
	for i := range chain.Inputs.Topics {
		if !isFact() {
			t.Errorf("with runs of %d splits, nothing is said of equal scores", i)
		}
		chain.Inputs.Topics[i].Run = []corpus.RunRow{{}}
	}
	if isFact() {
		t.Error("with runs of all splits, an order of our own is told")
	}
}

// TestMergedShares: the share of all queries is the whole sample. Above max_pairs it is an error.
func TestMergedShares(t *testing.T) {
	chain := chaintest.All(t, nil)
	training, err := prepare.Training(&chain.Run.Config.Gen, chain.Splits)
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDrawer(chain, training, nil)
	if err != nil {
		t.Fatal(err)
	}
	part, err := d.DrawPart(t.Context(), []int{2}, sample.All, nil)
	if err != nil {
		t.Fatal(err)
	}
	shares := []*Share{{Sample: part.Share()}}
	merged, err := d.merge(shares, []int{2}, sample.All)
	if err != nil || len(merged.Regular) != 6 || len(merged.Pools[0]) != 2 { // as in TestRows
		t.Errorf("%+v, %v: want six regular pairs and two of tfc1", merged, err)
	}
	d.Most = 1
	if _, err := d.merge(shares, []int{sample.All}, sample.All); err == nil || !strings.Contains(err.Error(), "more than max_pairs 1 pair") {
		t.Errorf("%v, want more than max_pairs", err)
	}
}
