package trial

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/train/drmm"
)

// The identity of a training follows what its digest does, the order of the pairs, and what makes word vectors.
// The digest follows all that decides a training: pairs by pool, weights, the schedule, the network, the candidates. It does not
// follow the order of pairs and the names of axioms.
func TestCell(t *testing.T) {
	loaded := must.Get(configs.Load("", nil))(t)
	made := func(change func(*Trial, *configs.Config)) (cell, identity string) {
		c := loaded.Config
		c.Gen.Axioms = "tfc1(delta_star=0.1), m-and"
		row := func(query, pos, neg int32) sample.PoolInstance {
			return sample.PoolInstance{Instance: pairs.Instance{Pos: pos, Neg: neg}, Query: query}
		}
		a := &Trial{options: drmm.Defaults(), schedule: Schedule{Judged: 2, Axiomatic: []int{2, 1}}, epochs: 3,
			fold: &Fold{}, loss: quota.Loss{Weights: []float64{1, 2}, Margins: []float64{1, 1}},
			pairSet: &Pairs{Drawn: &sample.Result{Judged: []sample.PoolInstance{row(0, 1, 2)},
				Pools: [][]sample.PoolInstance{{row(0, 1, 2), row(1, 0, 3)}, {row(1, 2, 3)}}}}}
		change(a, &c)
		run := stage.NewRun(&c, nil, nil, "")
		a.fold.Source = &Candidates{Chain: &prepare.Preparation{Run: run}}
		a.pairSet.Chain = a.fold.Source.Chain
		return a.Cell().Data, a.identity()
	}
	first, own := made(func(*Trial, *configs.Config) {})
	for name, c := range map[string]struct {
		same   bool
		change func(*Trial, *configs.Config)
	}{
		"order of pairs": {true, func(a *Trial, _ *configs.Config) { slices.Reverse(a.pairSet.Drawn.Pools[0]) }},
		"axioms":         {true, func(_ *Trial, c *configs.Config) { c.Gen.Axioms = "tfc1(delta_star=0.2), m-and" }},
		"bound":          {true, func(_ *Trial, c *configs.Config) { c.Gen.DeltaStar = "0.3" }},
		"judged pair":    {false, func(a *Trial, _ *configs.Config) { a.pairSet.Drawn.Judged[0].Neg = 3 }},
		"axiomatic pair": {false, func(a *Trial, _ *configs.Config) { a.pairSet.Drawn.Pools[1][0].Pos = 1 }},
		"made document":  {false, func(a *Trial, _ *configs.Config) { a.pairSet.Drawn.Pools[1][0].Made = 2 }},
		"pool of a pair": {false, func(a *Trial, _ *configs.Config) {
			p := a.pairSet.Drawn.Pools
			p[0], p[1] = p[0][:1], append(p[1], p[0][1])
		}},
		"weight":          {false, func(a *Trial, _ *configs.Config) { a.loss.Weights[1] = 4 }},
		"margin":          {false, func(a *Trial, _ *configs.Config) { a.loss.Margins[0] = .5 }},
		"schedule":        {false, func(a *Trial, _ *configs.Config) { a.schedule.Axiomatic[0] = 1 }},
		"learning rate":   {false, func(a *Trial, _ *configs.Config) { a.options.LearningRate = .05 }},
		"start":           {false, func(a *Trial, _ *configs.Config) { a.options.Restart = 1 }},
		"epochs":          {false, func(a *Trial, _ *configs.Config) { a.epochs = 4 }},
		"patience":        {false, func(a *Trial, _ *configs.Config) { a.patience = 1 }},
		"fold":            {false, func(a *Trial, _ *configs.Config) { a.fold.Number = 2 }},
		"vectors":         {false, func(a *Trial, _ *configs.Config) { a.vectors = map[string]any{"gen.vectors": "train"} }},
		"seed":            {false, func(_ *Trial, c *configs.Config) { c.Gen.Seed = 7 }},
		"file of vectors": {true, func(_ *Trial, c *configs.Config) { c.Gen.Vectors = "a/vectors.txt" }},
		"candidates":      {false, func(_ *Trial, c *configs.Config) { c.Gen.Hits = 7 }},
	} {
		got, identity := made(c.change)
		if (got == first) != c.same {
			t.Errorf("%s: the same digest is %v, want %v", name, got == first, c.same)
		}
		others := []string{"order of pairs", "file of vectors"} // of these the bytes differ
		if want := c.same && !slices.Contains(others, name); (identity == own) != want {
			t.Errorf("%s: the same identity is %v, want %v", name, identity == own, want)
		}
	}
}
