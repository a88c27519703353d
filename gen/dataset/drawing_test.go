package dataset

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestRequestWithoutJudgedPairs: a number of pairs of an axiom, or a mixture, is a plan without any judged pair.
func TestRequestWithoutJudgedPairs(t *testing.T) {
	files := map[string]string{"qrels.train.txt": "q1 0 d3 0\n"}
	for name, text := range chaintest.Files {
		files[name] = cmp.Or(files[name], text)
	}
	for name, edit := range map[string]func(c *configs.Config){"a number": func(c *configs.Config) { c.Gen.Pairs = "5" },
		"a mixture": func(c *configs.Config) { c.Gen.Axioms, c.Gen.Mixture, c.Gen.Rows = "", "tfc1=1", 3 }} {
		chain := chaintest.All(t, func(c *configs.Config) {
			c.Gen.Data = chaintest.Write(t, files)
			edit(c)
		})
		if text, err := DescribeRequest(chain); err != nil || text == "" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// TestDrawingKey: what decides the pairs decides their key, and a run that is not there is an error.
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
	if bad := key(func(c *configs.Config) { c.Gen.ViolatedBy = "none.run" }); !strings.HasPrefix(bad, "error: ") {
		t.Errorf("a run that is not there: %q", bad)
	}
}

// TestRowsStateAlone: rows of the user's own state all that is known of a query, unless assumed negatives are asked for, and come first.
// Of other judgements candidates are assumed, and judged ones come first where they are added.
func TestRowsStateAlone(t *testing.T) {
	chain := chaintest.All(t, nil)
	for _, c := range []struct {
		format, assumed, added string
		alone, first           bool
	}{
		{read.Table, configs.Auto, "auto", true, true}, {read.Triples, configs.Auto, "auto", true, true},
		{read.Table, configs.On, "auto", false, true}, {"msmarco", configs.Auto, "auto", false, false},
		{"msmarco", configs.Auto, configs.On, false, true},
	} {
		chain.Inputs.Collection.Layout.Format = c.format
		chain.Run.Config.Gen.AssumedNegatives, chain.Run.Config.Gen.AddJudged = c.assumed, c.added
		d := must.Get(NewDrawer(chain, &chain.Splits[0], nil))(t)
		if d.Options.StatedAlone != c.alone || d.Options.JudgedFirst != c.first {
			t.Errorf("%+v: stated alone %v, judged first %v", c, d.Options.StatedAlone, d.Options.JudgedFirst)
		}
	}
}

// TestMissingPositives: d6 is relevant to q1 and no candidate. It becomes a positive, unless a margin needs its score.
func TestMissingPositives(t *testing.T) {
	const text = "train: 1 of 3 relevant documents in no row: the "
	const add = text + "candidates lack 1; --set positives=all adds them"
	const deeper = text + "run has no score of 1, which a margin needs: --hits N finds more of them"
	for _, c := range []struct{ positives, added, margin, judged, want string }{
		{"candidates", "off", "none", "auto", add},
		{"candidates", "on", "none", "auto", ""},
		{"all", "off", "none", "auto", ""},
		{"auto", "off", "none", "auto", ""},
		{"all", "off", "0.05", "auto", deeper},
		{"candidates", "on", "0.05", "auto", deeper},
		{"all", "off", "0.2", "auto", "train: 2 of 3" + strings.TrimPrefix(deeper, "train: 1 of 3") + "; 1 has no negative"},
		{"candidates", "off", "none", "0", ""}, // no judged pair is asked for
	} {
		data, err := Sample(t.Context(), chaintest.All(t, func(cfg *configs.Config) {
			g := &cfg.Gen
			g.Positives, g.AddJudged, g.RelativeMargin, g.Judged, g.Pairs = c.positives, c.added, c.margin, c.judged, "1"
		}), nil)
		must.Do(t, err)
		got := slices.ContainsFunc(data.Report.Warnings, func(w string) bool { return w == c.want })
		if isTold := strings.Contains(strings.Join(data.Report.Warnings, "|"), "in no row"); isTold != (c.want != "") || isTold != got {
			t.Errorf("%+v: %q", c, data.Report.Warnings)
		}
	}
}

// TestNothingIsJudged: a ratio asks for all that the axioms find, and is not short of the bound that it does not reach. By hand, with no
// judgement: seven pairs of tfc1 (TestMine).
func TestNothingIsJudged(t *testing.T) {
	files := map[string]string{}
	for name, text := range chaintest.Files {
		if !strings.HasPrefix(name, "qrels") {
			files[name] = text
		}
	}
	data, err := Sample(t.Context(), chaintest.All(t, func(c *configs.Config) { c.Gen.Data = chaintest.Write(t, files) }), nil)
	must.Do(t, err)
	if p := data.Report.Pools()[0]; p.Drawn != 7 || p.Asked != 7 || p.Short != 0 || p.InPool() != 7 {
		t.Errorf("%+v", p)
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
