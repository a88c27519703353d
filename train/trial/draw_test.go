package trial_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/divisiontest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/trial"
)

// foldOf returns the only fold of the collection of chaintest, with its division.
func foldOf(t *testing.T, edit func(*configs.Config)) (*trial.Division, *trial.Fold) {
	t.Helper()
	d := must.Get(divisiontest.Divide(t, chaintest.Config(t, edit)))(t)
	return d, d.Folds[0]
}

// texts writes drawn pairs, sorted: query, preferred document > other one.
func texts(f *trial.Fold, list []sample.PoolInstance) string {
	var out []string
	for _, d := range list {
		q := &f.Train[d.Query]
		id := func(number int32) string {
			c := q.Candidate(number)
			return c.ID(f.Source.Chain.Index)
		}
		out = append(out, fmt.Sprintf("%s %s>%s", q.ID, id(d.Pos), id(d.Neg)))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// The pairs of q1 (apple) and q2 (pear) by hand, as gen/dataset's tests derive them.
const (
	judged = "q1 d2>d1, q1 d2>d3, q1 d2>d7, q2 d4>d1, q2 d4>d2, q2 d4>d8"
	tfc1   = "q1 d1>d3, q1 d1>d7"
)

// TestDraw: the pools of a configuration beside the judged pairs, which are drawn without axioms. What an epoch of four pairs of each kind
// lacks is two axiomatic ones.
func TestDraw(t *testing.T) {
	_, f := foldOf(t, nil)
	d := trial.NewDrawer(trial.Draw{Seed: 1, Fold: f})
	for _, c := range []struct {
		edit  func(*configs.Config)
		pools []string
		unmet []account.Unmet
	}{
		{func(c *configs.Config) {}, []string{tfc1}, []account.Unmet{{Key: "gen.ratio", Subject: "tfc1 in an epoch", Wanted: 4, There: 2}}},
		{func(c *configs.Config) { c.Train.PairsPerEpoch = 2 }, []string{tfc1}, nil},
		{func(c *configs.Config) { c.Gen.Ratio = "none" }, []string{tfc1}, nil},
		{func(c *configs.Config) { c.Gen.Axioms = "" }, nil, nil},
		{func(c *configs.Config) { c.Gen.Axioms, c.Gen.Ratio = "tfc1, lnc1", "none" }, // pairs of both go to both pools
			[]string{tfc1, "q1 d3>d7, q2 d1>d2, q2 d1>d8"}, nil},
	} {
		config := *f.Source.Chain.Run.Config
		config.Train.PairsPerEpoch = 4
		c.edit(&config)
		p := must.Get(d.Draw(t.Context(), &config))(t)
		name := fmt.Sprintf("%s at %s", config.Gen.Axioms, config.Gen.Ratio)
		must.Equal(t, texts(f, p.Drawn.Judged), judged, "%s: judged pairs", name)
		var pools []string
		for _, pool := range p.Drawn.Pools {
			pools = append(pools, texts(f, pool))
		}
		if !slices.Equal(pools, c.pools) || !slices.Equal(p.Unmet, c.unmet) {
			t.Errorf("%s: pools %q, unmet %+v, want %q, %+v", name, pools, p.Unmet, c.pools, c.unmet)
		}
		for i, size := range p.Sizes() {
			if size != len(p.Drawn.Pools[i]) {
				t.Errorf("%s: pool %d has %d pairs, not %d", name, i, len(p.Drawn.Pools[i]), size)
			}
		}
		again, err := d.Draw(t.Context(), &config)
		if err != nil || again != p {
			t.Errorf("%s is drawn twice: %v", name, err)
		}
	}
}

// TestSeedsDrawOrders: one seed always draws one order; another seed draws another.
func TestSeedsDrawOrders(t *testing.T) {
	_, f := foldOf(t, nil)
	order := func(seed uint64) string {
		p := must.Get(trial.NewDrawer(trial.Draw{Seed: seed, Fold: f}).Draw(t.Context(), f.Source.Chain.Run.Config))(t)
		return fmt.Sprint(p.Drawn.Judged, p.Drawn.Pools)
	}
	must.Equal(t, order(1), order(1), "one seed has two orders")
	orders := map[string]bool{}
	for seed := range uint64(10) {
		orders[order(seed)] = true
	}
	if len(orders) < 5 { // of 6! orders of the judged pairs ten are equal to each other hardly ever
		t.Errorf("ten seeds have %d orders", len(orders))
	}
}

// byNumber is a model that prefers, of the candidates, the later one in the collection.
type byNumber struct{}

func (byNumber) Scores(q *mine.Query, _ int) []float64 {
	scores := make([]float64, len(q.Docs))
	for i := range scores {
		scores[i] = float64(q.Docs[i].Doc)
	}
	return scores
}

func (byNumber) ScoreMade(*mine.Query, int, int, int) (float64, bool) { return 0, false }

// TestMistakes: under violated_by: judged the pool has what the judged arm's model gets wrong. tfc1 prefers d1 to d3 and d7; a model that
// prefers later documents gets both wrong, and with the numbers turned round none. Without such a model the error says so.
func TestMistakes(t *testing.T) {
	_, f := foldOf(t, nil)
	for _, edit := range []func(*configs.Config){
		func(c *configs.Config) { c.Gen.ViolatedBy = "judged" },
		func(c *configs.Config) { c.Gen.Sample = "hard:judged" },
	} {
		config := *f.Source.Chain.Run.Config
		edit(&config)
		d := trial.NewDrawer(trial.Draw{Seed: 1, Fold: f})
		_, err := d.Draw(t.Context(), &config)
		if errs.ExitCode(err) != 2 || !strings.Contains(err.Error(), "no arm is trained on judged pairs") {
			t.Errorf("without a judged arm: %v", err)
		}
		d.Judged = byNumber{}
		p := must.Get(d.Draw(t.Context(), &config))(t)
		must.Equal(t, texts(f, p.Drawn.Pools[0]), tfc1)
	}
	for by, want := range map[string]string{"": "q1 d3>d1, q1 d7>d1, q1 d8>d1", "judged": ""} {
		config := *f.Source.Chain.Run.Config
		config.Gen.ViolatedBy, config.Gen.Axioms = by, "-tfc1"
		d := trial.NewDrawer(trial.Draw{Seed: 1, Fold: f})
		d.Judged = byNumber{}
		p := must.Get(d.Draw(t.Context(), &config))(t)
		must.Equal(t, texts(f, p.Drawn.Pools[0]), want, "violated by %q", by)
	}
}
