package dataset

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestLeftOutOfPools: by hand. Of the seven pairs that tfc1 finds (TestAccount) none is among the first one of the candidates. A run orders
// d1 above d3 wrongly, lacks d2 of q1, and orders the other five as tfc1 does.
func TestLeftOutOfPools(t *testing.T) {
	const run = "q1 Q0 d3 1 9 x\nq1 Q0 d1 2 5 x\nq1 Q0 d7 3 2 x\nq1 Q0 d8 4 1 x\n" +
		"q2 Q0 d4 1 5 x\nq2 Q0 d1 2 4 x\nq2 Q0 d2 3 3 x\nq2 Q0 d8 4 1 x\n"
	file := filepath.Join(chaintest.Write(t, map[string]string{"run.txt": run}), "run.txt")
	for name, c := range map[string]struct {
		edit func(c *configs.Config)
		want map[string]int
		size int
	}{
		"the first one": {func(c *configs.Config) { c.Gen.Pool = "all 1" }, map[string]int{"other_source": 7}, 0},
		"a run":         {func(c *configs.Config) { c.Gen.ViolatedBy = file }, map[string]int{"not_violated": 5, "not_scored": 1}, 1},
	} {
		data := must.Get(Sample(t.Context(), chaintest.All(t, c.edit), nil))(t)
		p := data.Report.Pools()[0]
		left := maps.Clone(p.LeftOut)
		maps.DeleteFunc(left, func(reason string, n int) bool { return n == 0 || reason == "not_used" })
		if p.Found != 7 || !maps.Equal(left, c.want) || p.InPool() != c.size {
			t.Errorf("%s: %+v, want 7 mined, %+v left out and %d in the pool", name, p, c.want, c.size)
		}
	}
}

// TestHardRun: the pairs that a run orders wrongly come first under hard, and its scores are asked for. By hand: only d1 above d3 is wrong.
func TestHardRun(t *testing.T) {
	file := filepath.Join(chaintest.Write(t, map[string]string{"run.txt": "q1 Q0 d3 1 9 x\nq1 Q0 d1 2 5 x\nq1 Q0 d7 3 2 x\n"}), "run.txt")
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Sample, c.Gen.Pairs = "hard:"+file, "1" })
	data := must.Get(Sample(t.Context(), chain, nil))(t)
	var rows []string
	for _, r := range data.Sets[0].Rows() {
		if r.Axiom != "" {
			rows = append(rows, r.PosID+">"+r.NegID)
		}
	}
	if len(rows) != 1 || rows[0] != "d1>d3" || slices.ContainsFunc(data.Report.Warnings, func(w string) bool { return strings.Contains(w, "hard") }) {
		t.Errorf("%q, %q", rows, data.Report.Warnings)
	}
}

// trainingDrawer returns the drawer of the training queries.
func trainingDrawer(t *testing.T, edit func(*configs.Config)) *Drawer {
	t.Helper()
	chain := chaintest.All(t, edit)
	training := must.Get(prepare.Training(&chain.Run.Config.Gen, chain.Splits))(t)
	return must.Get(NewDrawer(chain, training, nil))(t)
}

// TestJudgedPairs: by hand, of the six judged pairs (TestRows), three a query: no more than are asked for, and two with one negative each.
// They are as many as are drawn, also where documents' ids decide which.
func TestJudgedPairs(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(o *sample.Options)
		want int
	}{
		"all": {func(*sample.Options) {}, 6}, "four": {func(o *sample.Options) { o.Judged = 4 }, 4},
		"nine":         {func(o *sample.Options) { o.Judged = 9 }, 6},
		"one negative": {func(o *sample.Options) { o.NegativesPerQuery = 1 }, 2},
		"a margin":     {func(o *sample.Options) { o.AbsoluteMargin, o.NegativesPerQuery = new(0.), 2 }, -1},
	} {
		d := trainingDrawer(t, func(c *configs.Config) { c.Gen.Axioms = "" })
		c.edit(&d.Options)
		r := must.Get(d.Draw(t.Context(), nil, d.Options.Judged, nil))(t)
		if n := d.JudgedPairs(); n != len(r.Judged) || c.want >= 0 && n != c.want {
			t.Errorf("%s: %d pairs, want %d, and %d are drawn", name, n, c.want, len(r.Judged))
		}
	}
}

// TestUsualJudged: where no key says how many judged pairs there are, a drawer asks for its usual number of the six, and says how to ask for
// all; "all" has no such bound, nor has a limit of negatives.
func TestUsualJudged(t *testing.T) {
	d := trainingDrawer(t, nil)
	must.Equal(t, d.DefaultJudged, 100_000)
	d.DefaultJudged = 4
	_, text, err := SampleSizes(sample.Append, d)
	if must.Do(t, err); d.Options.Judged != 4 || !strings.Contains(text, "4 judged") || !strings.Contains(text, "--judged all asks for all 6 judged pairs") {
		t.Errorf("%d, %q", d.Options.Judged, text)
	}
	for _, edit := range []func(*configs.Config){func(c *configs.Config) { c.Gen.Judged = "all" },
		func(c *configs.Config) { c.Gen.NegativesPerPositive = "0" }} {
		must.Equal(t, trainingDrawer(t, edit).DefaultJudged, 0)
	}
}

// TestTooManyPairs: more pairs than the limit are refused, judged ones, before any work too, and those of an axiom, and just as many are
// not.
func TestTooManyPairs(t *testing.T) {
	for most, want := range map[int]bool{5: false, 6: true, 0: true} {
		d := trainingDrawer(t, func(c *configs.Config) { c.Gen.Axioms = "" })
		d.Most = most
		_, err := d.Draw(t.Context(), nil, sample.All, nil)
		if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "there are more than 5 pairs") {
			t.Errorf("at most %d of six judged pairs: %v", most, err)
		}
	}
	for most, want := range map[int]bool{5: false, 6: true} {
		d := trainingDrawer(t, nil)
		d.Most = most
		_, text, err := SampleSizes(sample.Append, d)
		if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "there are 6 judged pairs, more than 5 pairs") {
			t.Errorf("at most %d of six judged pairs are asked for: %q, %v", most, text, err)
		}
	}
	d := trainingDrawer(t, nil)
	d.Most = 1
	if _, err := d.Draw(t.Context(), []int{sample.All}, 0, nil); err == nil || !strings.Contains(err.Error(), "more than 1 pair;") {
		t.Errorf("at most 1 of two pairs: %v", err)
	}
}

// TestAxiomOfJudgements: an axiom that asks the judgements cannot be drawn from.
func TestAxiomOfJudgements(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms = "oracle" })
	if _, err := NewDrawer(chain, &chain.Splits[0], nil); err == nil || !strings.Contains(err.Error(), "asks the judgements") {
		t.Errorf("%v", err)
	}
}
