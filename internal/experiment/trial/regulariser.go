package trial

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/experiment/features"
	"github.com/axiomine/axiomine/internal/experiment/trainpairs"
	"github.com/axiomine/axiomine/train/drmm"
)

// Regulariser holds the extra pairs of every judged pair under gen.perturb. For each axiom and each of
// the two documents this is the pair of its copies, with its own weight and margin. The sum over an
// epoch is the loss of quota.Perturbed. train.batch_size and train.pairs_per_epoch do not count these
// pairs.
type Regulariser struct {
	axioms           []string
	weights, margins []float64
}

// RegulariserOf returns a configuration's regulariser. It has no axioms if the configuration has none.
func RegulariserOf(c *configs.Config) (*Regulariser, error) {
	p, err := quota.ParsePerturbed(&c.Gen)
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

// copyPair is a pair of copies as an input of the network.
type copyPair struct {
	key  features.CopyKey
	pair drmm.Pair
}

// copies returns the pairs of copies that belong to a judged pair. Other pairs have none.
func (c *Trial) copies(item trainpairs.Item) (out []copyPair) {
	if item.Pool != trainpairs.RegularPool || c.regular == nil {
		return nil
	}
	d := c.pairSet.Drawn.Regular[item.Rank]
	q := c.fold.Train[d.Query].ID
	for a, axiom := range c.regular.axioms {
		for _, number := range [...]int32{d.Pos, d.Neg} {
			key := features.CopyKey{Query: q, Candidate: number, Axiom: axiom}
			if inputs, ok := c.features.Copies(key); ok && c.regular.weights[a] > 0 {
				out = append(out, copyPair{key, drmm.Pair{Pos: inputs[0], Neg: inputs[1], Weight: c.regular.weights[a], Margin: c.regular.margins[a]}})
			}
		}
	}
	return out
}
