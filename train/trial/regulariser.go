package trial

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/train/drawing"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/features"
)

// Regulariser is what every judged pair of an epoch brings with it under gen.perturb: for each axiom and either document the pair of
// its copies, with a weight and a margin of its own. The sum over an epoch is the loss of pools.Perturbed. They are not counted in
// train.batch_size and train.pairs_per_epoch.
type Regulariser struct {
	axioms           []string
	weights, margins []float64
}

// RegulariserOf reads a configuration's; it has no axioms where there is none.
func RegulariserOf(c *configs.Config) (*Regulariser, error) {
	p, err := pools.ParsePerturbed(&c.Gen)
	if err == nil {
		err = p.CheckPairs()
	}
	if err != nil {
		return nil, err
	}
	r := &Regulariser{weights: p.Weights}
	for _, a := range p.Axioms {
		r.axioms = append(r.axioms, a.String())
	}
	r.margins, err = p.PerAxiom("train.perturb_margin", c.Train.PerturbMargin)
	return r, err
}

// copied is a pair of copies as the network is given it.
type copied struct {
	of   features.CopyKey
	pair drmm.Pair
}

// copies are the pairs of copies that a judged pair brings; other pairs bring none.
func (c *Trial) copies(it drawing.Item) (out []copied) {
	if it.Pool != drawing.RegularPool || c.regular == nil {
		return nil
	}
	d := c.drawn.Drawn.Regular[it.Rank]
	q := c.fold.Train[d.Query].ID
	for a, axiom := range c.regular.axioms {
		for _, number := range [...]int32{d.Pos, d.Neg} {
			key := features.CopyKey{Query: q, Candidate: number, Axiom: axiom}
			if inputs, ok := c.features.Copies(key); ok && c.regular.weights[a] > 0 {
				out = append(out, copied{key, drmm.Pair{Pos: inputs[0], Neg: inputs[1], Weight: c.regular.weights[a], Margin: c.regular.margins[a]}})
			}
		}
	}
	return out
}
