package quota

import (
	"cmp"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// byAgreement is the value of gen.weights with which an axiom's rows weigh its agreement with the judgements.
const byAgreement = "agreement"

// rowWeight returns the weight of the rows of an axiom, which has some names, beside the judged ones' 1: values are what gen.weights says.
// Under agreement it follows from the judgements of the training queries: of the mined pairs with exactly one relevant document the axiom
// puts it first in k, right, and not in the others, wrong, n in all. The weight is (k + 1) / (n + 2), Laplace's rule of succession. It goes
// to k / n where there are many such pairs, and is 1/2, as for an axiom no better than chance, where there is none.
func rowWeight(g *configs.Gen, values perEntry, right, wrong int, names ...string) float64 {
	if g.Weights == byAgreement {
		return float64(right+1) / float64(right+wrong+2)
	}
	return values.or(1, names...)
}

// PerPool reads a number for all pools, VALUE, or for single entries of gen.axioms, NAME=VALUE,NAME=VALUE; what neither
// names has usual. Every member of a set has the set's number.
func (a *Axioms) PerPool(key, text string, usual float64) ([]float64, error) {
	values, err := perName(key, text, parseFactor)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(a.Pools))
	for i := range out {
		out[i] = values.or(usual, a.entries[i][:]...)
	}
	return out, a.checkNames(values)
}

// namedWeights reads a gen.weights that gives numbers.
func namedWeights(g *configs.Gen) (perEntry, error) {
	if g.Weights == "none" || g.Weights == byAgreement {
		return perEntry{}, nil
	}
	return perName("gen.weights", g.Weights, parseFactor)
}

// largestFactor bounds a weight or a margin: losses are sums of products of them in 32 bits.
const largestFactor = 1_000_000

func parseFactor(text string) (float64, error) {
	x, err := numeral.Parse(text)
	if err != nil || !(x >= 0 && x <= largestFactor) {
		return 0, errs.BadUsage(errs.Suggestion(text, "none", byAgreement), "%q is no number between 0 and %s", text,
			terminal.Group(largestFactor))
	}
	return x, nil
}

// Loss holds how the rows of each pool count in a loss: their weights, and the margins that a hinge asks between their scores.
type Loss struct {
	Weights []float64 `json:"Weights"`
	Margins []float64 `json:"Margins"`
}

// Loss returns what the network learns with: of each pool the weight of its rows times train.axiom_weight, and train.axiom_margin.
func (a *Axioms) Loss(c *configs.Config, r *sample.Result) (l Loss, err error) {
	weights, errW := a.PerPool("train.axiom_weight", c.Train.AxiomWeight, 1)
	margins, errM := a.PerPool("train.axiom_margin", c.Train.AxiomMargin, 1)
	values, errR := namedWeights(&c.Gen)
	if err := cmp.Or(errW, errM, errR); err != nil {
		return l, err
	}
	for i := range weights {
		var ledger sample.DropCounts
		if i < len(r.Ledger) {
			ledger = r.Ledger[i].Dropped
		}
		weights[i] *= rowWeight(&c.Gen, values, ledger.AlreadyJudged, ledger.NonRelevantOverRelevant, a.entries[i][:]...)
	}
	return Loss{weights, margins}, nil
}

// CheckWeights refuses a gen.weights or a loss weight or margin that names what is not there.
func CheckWeights(c *configs.Config, a *Axioms, m *Mixture) error {
	for _, setting := range []struct{ key, text string }{
		{"train.axiom_weight", c.Train.AxiomWeight}, {"train.axiom_margin", c.Train.AxiomMargin}} {
		if _, err := a.PerPool(setting.key, setting.text, 1); err != nil {
			return err
		}
	}
	values, err := namedWeights(&c.Gen)
	if err != nil {
		return err
	}
	all := Axioms{names: m.names(a.names)}
	return all.checkNames(values)
}

// TaskLoss returns the weight and the margin of the rows of a task of pairs, of which weight is what gen.weights says.
func TaskLoss(c *configs.Config, axiom axioms.Axiom, weight float64) (float64, float64) {
	factor := func(text string) float64 {
		values, _ := perName("", text, parseFactor) // checkWeights saw to it
		return values.or(1, axiom.String(), axioms.Pool(axiom))
	}
	return weight * factor(c.Train.AxiomWeight), factor(c.Train.AxiomMargin)
}

// TaskWeight returns the weight of the rows of a task of which the axiom puts right out of right + wrong judged pairs in order.
func TaskWeight(g *configs.Gen, axiom axioms.Axiom, right, wrong int) float64 {
	values, _ := namedWeights(g) // CheckWeights saw to it
	return rowWeight(g, values, right, wrong, axiom.String(), axioms.Pool(axiom))
}
