package gen_test

import (
	"errors"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// moths is a collection whose judgements agree with tfc1 on two of three pairs of one relevant document: good holds the
// term more often than few and none, and many, which is not relevant, more often than good. rs-tf says the same.
var moths = map[string]string{
	"collection.tsv":    "good\tmoth moth light\nmany\tmoth moth moth light\nfew\tmoth light\nnone\tlamp light\n",
	"queries.train.tsv": "q\tmoth light\n",
	"qrels.train.tsv":   "q\t0\tgood\t1\nq\t0\tmany\t0\n",
}

// weightsOf gives the weight of the rows by axiom; all rows of an axiom must have the same.
func weightsOf(t *testing.T, rows []dataset.SplitPairs) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	for _, r := range rows[0].Rows() {
		name := r.Axiom
		if r.Class != nil {
			name = "class " + r.Task
		}
		if w, ok := out[name]; ok && w != r.Weight {
			t.Fatalf("rows of %q have the weights %v and %v", name, w, r.Weight)
		}
		out[name] = r.Weight
	}
	return out
}

func TestRowWeights(t *testing.T) {
	for _, c := range []struct {
		weights string
		want    map[string]float64
	}{
		{"none", map[string]float64{"": 1, "tfc1": 1, "and": 1}},
		{"0.25", map[string]float64{"": 1, "tfc1": .25, "and": .25}},
		{"tfc1()=2, 0.5", map[string]float64{"": 1, "tfc1": 2, "and": .5}},
		{"and=0", map[string]float64{"": 1, "tfc1": 1, "and": 0}},
		// Laplace: of two judged documents tfc1 prefers many to good, wrongly; `and` decides one pair, rightly, and none of two judged ones.
		{"agreement", map[string]float64{"": 1, "tfc1": 1. / 3, "and": 2. / 3}},
	} {
		data, report := drawFrom(t, moths, func(g *configs.Gen) { g.Axioms, g.Weights = "tfc1, and", c.weights })
		must.Same(t, weightsOf(t, data), c.want, "%s", c.weights)
		for _, p := range report.Pools() {
			must.Equal(t, p.Weight, c.want[p.Axiom], "%s: the account gives %s the weight", c.weights, p.Axiom)
		}
	}
}

// TestTaskWeights: a three-class task has a weight by its name, or by its own agreement with the training queries.
func TestTaskWeights(t *testing.T) {
	mixed := func(weights string) map[string]float64 {
		data, report := drawFrom(t, moths, func(g *configs.Gen) {
			g.Axioms, g.Mixture, g.OnShortage, g.ClassSample, g.Weights = "", "ranking=1,tfc1=2,and=1", "shrink", "random", weights
		})
		for _, task := range report.Of(account.Classes) {
			if want := map[string]float64{"tfc1": 2. / 3, "and": 1}[task.Task]; *task.Agreement != want {
				t.Errorf("%s agrees with the judgements on %v, want %v", task.Task, *task.Agreement, want)
			}
		}
		return weightsOf(t, data)
	}
	must.Same(t, mixed("tfc1=.5"), map[string]float64{"": 1, "class tfc1": .5, "class and": 1})
	must.Same(t, mixed("agreement"), map[string]float64{"": 1, "class tfc1": 3. / 5, "class and": 2. / 3})
}

func TestWeightsOfNothingAreRefused(t *testing.T) {
	for _, edit := range []func(*configs.Config){
		func(c *configs.Config) { c.Gen.Weights = "m-and=2" },
		func(c *configs.Config) { c.Gen.Weights = "tfc1=-1" },
		func(c *configs.Config) { c.Gen.Weights = "agree" },
		func(c *configs.Config) { c.Train.AxiomWeight = "m-and=2" },
		func(c *configs.Config) { c.Train.AxiomMargin = "tfc1=x" },
		func(c *configs.Config) { c.Gen.Weights, c.Gen.Strategy = "tfc1=2", "multi-graded" },
	} {
		loaded := must.Get(configs.Load("", nil))(t)
		loaded.Gen.Axioms = "tfc1"
		edit(&loaded.Config)
		if f := new(errs.Error); !errors.As(gen.Check(&loaded.Config), &f) || f.Kind != errs.Usage {
			t.Errorf("weights %q, axiom_weight %q, axiom_margin %q: %v", loaded.Gen.Weights, loaded.Train.AxiomWeight, loaded.Train.AxiomMargin,
				gen.Check(&loaded.Config))
		}
	}
}
