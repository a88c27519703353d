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

// byAgreement is the value of gen.weights that makes an axiom's agreement with the judgements the weight of its rows.
const byAgreement = "agreement"

// rowWeight returns the weight of an axiom's rows. values has the numbers of gen.weights by name, and names are the axiom's names. With
// byAgreement the weight is (right + 1) / (all + 2), Laplace's rule of succession. all is the number of mined pairs of training queries
// with exactly one relevant document, and right the number of those in which the axiom prefers this document.
func rowWeight(g *configs.Gen, values perEntry, right, all int, names ...string) float64 {
	if g.Weights == byAgreement {
		return float64(right+1) / float64(all+2)
	}
	return values.valueOr(1, names...)
}

// PerPool parses a number for all pools, VALUE, or numbers for entries of gen.axioms, NAME=VALUE,NAME=VALUE. It returns the number of each
// pool: that of its entry, or byDefault if text has none. key is for errors.
func (a *Axioms) PerPool(key, text string, byDefault float64) ([]float64, error) {
	values, err := perName(key, text, parseFactor)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(a.Pools))
	for i := range out {
		out[i] = values.valueOr(byDefault, a.entries[i][:]...)
	}
	return out, a.checkNames(values)
}

// namedWeights returns the numbers of gen.weights; none if the key has no numbers.
func namedWeights(g *configs.Gen) (perEntry, error) {
	if g.Weights == "none" || g.Weights == byAgreement {
		return perEntry{}, nil
	}
	return perName("gen.weights", g.Weights, parseFactor)
}

// largestFactor is the maximum of a weight or a margin. A loss sums their products in 32-bit numbers.
const largestFactor = 1_000_000

func parseFactor(text string) (float64, error) {
	x, err := numeral.Parse(text)
	if err != nil || !(x >= 0 && x <= largestFactor) {
		return 0, errs.BadUsage(errs.Suggestion(text, "none", byAgreement), "%q is no number between 0 and %s", text,
			terminal.Group(largestFactor))
	}
	return x, nil
}

// Loss holds, for each pool, the weight of its rows in the loss of training, and the margin between scores in a hinge loss.
type Loss struct {
	Weights []float64 `json:"Weights"`
	Margins []float64 `json:"Margins"`
}

// Loss returns the weight of each pool's rows (gen.weights times train.axiom_weight) and the margin (train.axiom_margin).
func (a *Axioms) Loss(c *configs.Config, r *sample.Result) (l Loss, err error) {
	weights, errW := a.PerPool("train.axiom_weight", c.Train.AxiomWeight, 1)
	margins, errM := a.PerPool("train.axiom_margin", c.Train.AxiomMargin, 1)
	values, errR := namedWeights(&c.Gen)
	if err := cmp.Or(errW, errM, errR); err != nil {
		return l, err
	}
	for i := range weights {
		right, all := 0, 0
		if i < len(r.Ledger) {
			right, all = r.Ledger[i].Dropped.Decisions()
		}
		weights[i] *= rowWeight(&c.Gen, values, right, all, a.entries[i][:]...)
	}
	return Loss{weights, margins}, nil
}

// CheckWeights returns an error if gen.weights, a loss weight or a loss margin names an axiom that does not exist.
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
	mixed := Axioms{names: m.names(a.names)}
	return mixed.checkNames(values)
}

// TaskLoss returns the weight and the margin of the rows of a task of pairs. weight is the weight under gen.weights.
func TaskLoss(c *configs.Config, axiom axioms.Axiom, weight float64) (float64, float64) {
	factor := func(text string) float64 {
		values, _ := perName("", text, parseFactor) // CheckWeights returned its error before
		return values.valueOr(1, axiom.String(), axioms.Pool(axiom))
	}
	return weight * factor(c.Train.AxiomWeight), factor(c.Train.AxiomMargin)
}

// TaskWeight returns the weight of the rows of an axiom's task under gen.weights: see rowWeight.
func TaskWeight(g *configs.Gen, axiom axioms.Axiom, right, all int) float64 {
	values, _ := namedWeights(g) // CheckWeights returned its error before
	return rowWeight(g, values, right, all, axiom.String(), axioms.Pool(axiom))
}
