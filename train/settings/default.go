package settings

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
)

// defaultAxioms are those of a user who names none: a set that looks at texts alone, and the clear preferences of the BM25 that found
// the candidates.
const defaultAxioms = "length-safe, rs-bm25(k1={k1}, b={b}, margin=1.25)"

// defaultRatio is that of defaultAxioms: each of the two as many pairs as the regular ones.
const defaultRatio = "length-safe=1:1, rs-bm25(k1={k1}, b={b}, margin=1.25)=1:1"

// trainedVectors in gen.vectors stands for vectors trained on the collection.
const trainedVectors = "train"

// defaultAxes is the grid where none is given. What the user set is not chosen; word vectors that are named may be used or not, and so
// may axioms and a regulariser, by the arm with axiomatic pairs.
func defaultAxes(c *configs.Config, origins map[string]configs.Origin) []configs.Axis {
	vectors := []string{"", c.Gen.Vectors}
	if c.Gen.Vectors == "" {
		vectors[1] = trainedVectors
	}
	axes := []configs.Axis{
		{Key: vectorsKey, Values: vectors},
		{Key: "train.learning_rate", Values: []string{"0.01", "0.05"}},
		{Key: "train.gate_start", Values: []string{"0.1", "0.5"}},
	}
	axes = slices.DeleteFunc(axes, func(a configs.Axis) bool {
		return origins[a.Key].Own() && !(a.Key == vectorsKey && c.Gen.Vectors != "")
	})
	if c.Gen.Perturb != "" {
		axes = append(axes, configs.Axis{Key: PerturbKey, Values: []string{"", c.Gen.Perturb}})
		if o := origins["gen.perturb_weight"]; o == "" || o == "default" {
			axes = append(axes, configs.Axis{Key: "gen.perturb_weight", Values: []string{"0.1", "1"}})
		}
	}
	if c.Gen.Axioms == "" {
		return axes
	}
	unset := func(key string) bool { return origins[key] == "" || origins[key] == "default" }
	named := c.Gen.Axioms
	if unset(AxiomsKey) {
		named = defaultAxioms
	}
	axes = append(axes, configs.Axis{Key: AxiomsKey, Values: []string{"", named}})
	if named == defaultAxioms && unset(RatioKey) && unset("gen.pairs") && c.Gen.Strategy == sample.Paired {
		axes = append(axes, configs.Axis{Key: RatioKey, Values: []string{defaultRatio}})
	}
	for _, a := range []configs.Axis{{Key: "train.axiom_weight", Values: []string{"4", "16"}},
		{Key: "train.axiom_margin", Values: []string{"0.25"}}} {
		if unset(a.Key) {
			axes = append(axes, a)
		}
	}
	return axes
}
