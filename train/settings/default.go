package settings

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
)

// defaultAxioms are the axioms of a training for which the user names none: the set with which the
// study of train/EFFECT.md was made, and the clear preferences of the BM25 that retrieved the
// candidates.
const defaultAxioms = "effect-study, rs-bm25(k1={k1}, b={b}, margin=1.25)"

// defaultRatio is the ratio of defaultAxioms: each of the two has as many pairs as the regular ones.
const defaultRatio = "effect-study=1:1, rs-bm25(k1={k1}, b={b}, margin=1.25)=1:1"

// trainedVectors is the value of gen.vectors for vectors trained on the collection.
const trainedVectors = "train"

// defaultAxes returns the grid of a user who names none. Keys that the user set are not in it. Word
// vectors that the user named may be used or not. The arm with axiomatic pairs may use axioms or not.
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
		return origins[a.Key].IsExplicit() && !(a.Key == vectorsKey && c.Gen.Vectors != "")
	})
	if c.Gen.Axioms == "" {
		return axes
	}
	unset := func(key string) bool { return origins[key] == "" || origins[key] == "default" }
	expression := c.Gen.Axioms
	if unset(AxiomsKey) {
		expression = defaultAxioms
	}
	axes = append(axes, configs.Axis{Key: AxiomsKey, Values: []string{"", expression}})
	if expression == defaultAxioms && unset(RatioKey) && unset("gen.pairs") && c.Gen.Strategy == sample.Paired {
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
