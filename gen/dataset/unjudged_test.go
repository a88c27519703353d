package dataset

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
)

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
