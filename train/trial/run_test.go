package trial_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/divisiontest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/trial"
	"github.com/google/go-cmp/cmp"
)

// lab makes trials over the collection of chaintest.
type lab struct {
	t      *testing.T
	fold   *trial.Fold
	config configs.Config
	main   eval.Measure
}

// newLab returns a lab: four epochs of four judged pairs and as many of tfc1, of which there are two.
func newLab(t *testing.T) *lab {
	t.Helper()
	main := must.Get(eval.Parse("map"))(t)
	c := chaintest.Config(t, func(c *configs.Config) {
		c.Train.Epochs, c.Train.PairsPerEpoch, c.Train.Patience, c.Train.LearningRate, c.Train.BatchSize = 4, 4, "0", .1, 2
	})
	d := must.Get(divisiontest.Divide(t, c))(t)
	return &lab{t, d.Folds[0], *d.Folds[0].Source.Chain.Run.Config, main}
}

// trial returns a trial of the configuration as edit changes it, under a seed.
func (l *lab) trial(seed uint64, edit func(*configs.Config)) (*trial.Trial, error) {
	l.t.Helper()
	c := l.config
	if edit != nil {
		edit(&c)
	}
	draw := trial.Draw{Seed: seed, Fold: l.fold}
	pairs, err := trial.NewDrawer(draw).Draw(l.t.Context(), &c)
	if err != nil {
		l.t.Fatal(err)
	}
	m := &trial.Maker{Index: l.fold.Source.Chain.Index, Options: trial.NetworkOptions(&c, seed), Making: &mine.Making{}}
	inputs, err := m.Compute(l.t.Context(), l.fold.Source.Queries, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	return trial.New("a trial", draw, &c, l.main, pairs, inputs)
}

// run runs a trial and returns what it left with the epochs that it told of.
func (l *lab) run(seed uint64, edit func(*configs.Config)) (*trial.TrainedModel, []drmm.Epoch) {
	l.t.Helper()
	a, err := l.trial(seed, edit)
	if err != nil {
		l.t.Fatal(err)
	}
	var told []drmm.Epoch
	m, err := a.Run(l.t.Context(), func(e drmm.Epoch) { told = append(told, e) })
	if err != nil {
		l.t.Fatal(err)
	}
	return m, told
}

// saved returns the bytes of a model.
func saved(t *testing.T, m *drmm.Model) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, m.Save(&b))
	return b.String()
}

// TestRun: each epoch is told once, and one seed trains the same model twice. Without early stopping the last model is kept; its measure on
// dev is what it has when it is restored. Both pools were trained on: the six judged pairs and the two of tfc1.
func TestRun(t *testing.T) {
	l := newLab(t)
	first, told := l.run(1, nil)
	again, _ := l.run(1, nil)
	other, _ := l.run(2, nil)
	if diff := cmp.Diff(told, first.Epochs); diff != "" || len(told) != 4 || first.BestEpoch != 4 {
		t.Errorf("best epoch %d (-told +kept):\n%s", first.BestEpoch, diff)
	}
	for i, e := range told {
		if e.Epoch != i+1 || e.Loss < 0 || e.DevMain < 0 || e.DevMain > 1 || e.Repeats != 0 {
			t.Errorf("epoch %+v", e)
		}
	}
	last := told[3]
	if gate := first.Model.GateWeights(); first.Dev != last.DevMain || len(gate) != 1 || last.Gate != gate[0] {
		t.Errorf("dev %v, gate %v, after the last epoch %+v", first.Dev, gate, last)
	}
	if saved(t, first.Model) != saved(t, again.Model) || !cmp.Equal(first.Epochs, again.Epochs) {
		t.Error("one seed trains two models")
	}
	if saved(t, first.Model) == saved(t, other.Model) {
		t.Error("two seeds train one model")
	}
	if want := map[string]int{"judged": 6, "tfc1": 2}; !cmp.Equal(first.Pairs, want) { // 16 places for the 6 judged pairs
		t.Errorf("pairs %v, want %v", first.Pairs, want)
	}
	if got := trial.Restore(first.Model, l.fold, first.Features, l.main); got.Dev != first.Dev || got.BestEpoch != 0 {
		t.Errorf("restored: %v on dev, epoch %d, want %v, 0", got.Dev, got.BestEpoch, first.Dev)
	}
}

// TestEarlyStopping: a model that learns nothing is as good as at the start, so that it is kept and training ends after as many epochs as
// patience says. A bound that no value can pass keeps the start too.
func TestEarlyStopping(t *testing.T) {
	l := newLab(t)
	for name, c := range map[string]struct {
		edit         func(*configs.Config)
		epochs, best int
	}{
		"patience 1": {func(c *configs.Config) { c.Train.Patience, c.Train.LearningRate = "1", 1e-12 }, 1, 0},
		"patience 3": {func(c *configs.Config) { c.Train.Patience, c.Train.LearningRate = "3", 1e-12 }, 3, 0},
		"patience 9": {func(c *configs.Config) { c.Train.Patience = "9 by 1" }, 4, 0},
		"patience 0": {func(c *configs.Config) { c.Train.LearningRate = 1e-12 }, 4, 4},
		"no epoch":   {func(c *configs.Config) { c.Train.Epochs = 0 }, 0, 0},
	} {
		m, told := l.run(1, c.edit)
		if len(told) != c.epochs || m.BestEpoch != c.best {
			t.Errorf("%s: %d epochs, the best is %d; want %d, %d", name, len(told), m.BestEpoch, c.epochs, c.best)
		}
	}
	a := must.Get(l.trial(1, nil))(t)
	start, err := a.Run(t.Context(), func(drmm.Epoch) {})
	if err != nil || start.Dev != start.Epochs[start.BestEpoch-1].DevMain {
		t.Errorf("dev %v of %+v, %v", start.Dev, start.Epochs, err)
	}
}

// TestRunOnce: what would leave the same bytes is not trained again, whatever its name; another seed or number of epochs is.
func TestRunOnce(t *testing.T) {
	l, memory := newLab(t), &trial.Memory{}
	once := func(seed uint64, edit func(*configs.Config)) (*trial.TrainedModel, int) {
		a := must.Get(l.trial(seed, edit))(t)
		n := 0
		m, err := a.RunOnce(t.Context(), memory, func(drmm.Epoch) { n++ })
		must.Do(t, err)
		return m, n
	}
	first, n := once(1, nil)
	if n != 4 || memory.NumReused() != 0 {
		t.Fatalf("%d epochs, %d reused", n, memory.NumReused())
	}
	again, n := once(1, func(c *configs.Config) { c.Gen.DeltaStar = "" })
	if n != 0 || memory.NumReused() != 1 || saved(t, again.Model) != saved(t, first.Model) || again.Dev != first.Dev ||
		again.BestEpoch != first.BestEpoch || !cmp.Equal(again.Epochs, first.Epochs) || !cmp.Equal(again.Pairs, first.Pairs) {
		t.Errorf("%d epochs, %d reused: %+v, want %+v", n, memory.NumReused(), again, first)
	}
	for name, c := range map[string]struct {
		seed uint64
		edit func(*configs.Config)
	}{
		"seed":   {2, nil},
		"epochs": {1, func(c *configs.Config) { c.Train.Epochs = 3 }},
		"axioms": {1, func(c *configs.Config) { c.Gen.Axioms = "lnc1" }},
	} {
		if _, n := once(c.seed, c.edit); n == 0 || memory.NumReused() != 1 {
			t.Errorf("%s: %d epochs, %d reused", name, n, memory.NumReused())
		}
	}
	a := must.Get(l.trial(3, nil))(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.RunOnce(ctx, memory, func(drmm.Epoch) {}); err == nil {
		t.Error("a stopped training has no error")
	}
	if _, n := once(3, nil); n != 4 || memory.NumReused() != 1 {
		t.Errorf("a stopped training is remembered: %d epochs", n)
	}
}

// TestNew: amounts that the pairs do not reach are kept, and what cannot be trained is refused.
func TestNew(t *testing.T) {
	l := newLab(t)
	a := must.Get(l.trial(1, nil))(t)
	if got := a.Unmet(); len(got) != 1 || got[0].Wanted != 4 || got[0].There != 2 {
		t.Errorf("unmet: %+v", got)
	}
	if n := a.CountPairs(3); n != 3*(4+2) {
		t.Errorf("%d pairs in three epochs", n)
	}
	for key, edit := range map[string]func(*configs.Config){
		"train.axiom_weight": func(c *configs.Config) { c.Train.AxiomWeight = "x" },
	} {
		if _, err := l.trial(1, edit); errs.ExitCode(err) != 2 || !strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", key, err)
		}
	}
}
