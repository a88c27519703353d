package dataset

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
)

// TestCountJudged: of three queries one has its labels in use.
func TestCountJudged(t *testing.T) {
	d := &Drawer{Labels: []bool{true, false, false}, Queries: []mine.Query{{}, {}, {}}, Judged: 2}
	if n := d.CountJudged(); n != 1 {
		t.Errorf("%d, want 1", n)
	}
	if got := d.FewerJudged(); len(got) != 1 || !strings.Contains(got[0], "asks for 2, and only 1 training query has a judged pair") {
		t.Errorf("%q", got)
	}
	if d.Judged = 1; len(d.FewerJudged()) > 0 {
		t.Errorf("%q of as many as are asked", d.FewerJudged())
	}
}

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

// TestStudyInHint: a plan without a row names the study of a preset, and none where there is none.
func TestStudyInHint(t *testing.T) {
	files := map[string]string{"qrels.train.txt": "q1 0 d3 0\n"}
	for name, text := range chaintest.Files {
		files[name] = cmp.Or(files[name], text)
	}
	for _, collection := range []string{"", "its collection"} {
		chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Data, c.Gen.Axioms = chaintest.Write(t, files), "" })
		chain.Run.Original = configs.Original{Collection: collection}
		_, err := DescribeRequest(chain)
		var fault *errs.Error
		if !errors.As(err, &fault) || strings.Contains(fault.Hint, "the preset's study was") != (collection != "") {
			t.Errorf("%q: %v", collection, err)
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
		d, err := NewDrawer(chain, &chain.Splits[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		if d.Options.StatedAlone != c.alone || d.Options.JudgedFirst != c.first {
			t.Errorf("%+v: stated alone %v, judged first %v", c, d.Options.StatedAlone, d.Options.JudgedFirst)
		}
	}
}

// TestWantOnlyTaken: only a pool with a ratio that gave all it has wants no more than it gave.
func TestWantOnlyTaken(t *testing.T) {
	for _, c := range []struct {
		name                 string
		pairs, wanted, taken int
		size                 int
		want                 int // of wanted
	}{
		{"all of a ratio", 0, 9, 5, 5, 5}, {"short by one", 0, 6, 5, 5, 5},
		{"not all of it", 0, 9, 5, 6, 9}, {"enough", 0, 5, 5, 5, 5}, {"a number", 9, 9, 5, 5, 9},
	} {
		list := []sample.PoolLedger{{Wanted: c.wanted, Shortfall: c.wanted - c.taken, Taken: c.taken, Size: c.size}}
		if wantOnlyTaken([]sample.Pool{{Pairs: c.pairs}}, list); list[0].Wanted != c.want || list[0].Shortfall != c.want-c.taken {
			t.Errorf("%s: wanted %d, short by %d", c.name, list[0].Wanted, list[0].Shortfall)
		}
	}
}

// TestIsUnjudged: a ratio of any size has nothing to stand beside where nothing is judged.
func TestIsUnjudged(t *testing.T) {
	for _, c := range []struct {
		ratio    float64
		unjudged bool
		want     bool
	}{{.5, true, true}, {3, true, true}, {0, true, false}, {.5, false, false}} {
		d := &Drawer{Unjudged: c.unjudged, Axioms: &quota.Axioms{Pools: []sample.Pool{{Ratio: c.ratio}}}}
		if d.isUnjudged() != c.want {
			t.Errorf("%+v", c)
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
	if err != nil {
		t.Fatal(err)
	}
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
