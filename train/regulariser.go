package train

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/train/drmm"
)

// regulariser is what every judged pair of an epoch brings with it under gen.perturb: for each axiom and either document the pair of
// its copies, with a weight and a margin of its own. The sum over an epoch is the loss of pools.Perturbed. They are not counted in
// train.batch_size and train.pairs_per_epoch.
type regulariser struct {
	axioms           []string
	weights, margins []float64
}

// regulariserOf reads a configuration's; it has no axioms where there is none.
func regulariserOf(c *configs.Config) (*regulariser, error) {
	p, err := pools.ParsePerturbed(&c.Gen)
	if err == nil {
		err = p.CheckPairs()
	}
	if err != nil {
		return nil, err
	}
	r := &regulariser{weights: p.Weights}
	for _, a := range p.Axioms {
		r.axioms = append(r.axioms, a.String())
	}
	r.margins, err = p.PerAxiom("train.perturb_margin", c.Train.PerturbMargin)
	return r, err
}

// copyKey names the copies of a candidate that an axiom orders.
type copyKey struct {
	query     string
	candidate int32
	axiom     string
}

// copied is a pair of copies as the network is given it.
type copied struct {
	of   copyKey
	pair drmm.Pair
}

// copies are the pairs of copies that a judged pair brings; other pairs bring none.
func (c *cell) copies(it item) (out []copied) {
	if it.Pool != regularPool || c.regular == nil {
		return nil
	}
	d := c.drawnPairs.drawn.Regular[it.Rank]
	q := c.fold.train[d.Query].ID
	for a, axiom := range c.regular.axioms {
		for _, number := range [...]int32{d.Pos, d.Neg} {
			key := copyKey{q, number, axiom}
			if inputs, ok := c.features.copies[key]; ok && c.regular.weights[a] > 0 {
				out = append(out, copied{key, drmm.Pair{Pos: inputs[0], Neg: inputs[1], Weight: c.regular.weights[a], Margin: c.regular.margins[a]}})
			}
		}
	}
	return out
}

// copying lets a maker of features copy the documents of queries that are trained on, for the axioms of every setting.
func (e *experiment) copying(m *maker, p *prepared) error {
	var list []axioms.Axiom
	for _, s := range append([]setting{nil}, e.grid.augmented...) {
		c, err := s.over(e.config)
		if err != nil {
			return err
		}
		perturbed, err := pools.ParsePerturbed(&c.Gen)
		if err != nil {
			return err
		}
		for _, a := range perturbed.Axioms {
			if !slices.ContainsFunc(list, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
				list = append(list, a)
			}
		}
	}
	if list == nil {
		return nil
	}
	if err := e.chain.NeedTexts("gen.perturb"); err != nil {
		return err
	}
	m.perturber, m.trainedOn = e.chain.Perturber(list), map[string]bool{}
	for _, f := range e.folds {
		for i := range f.train {
			if q := &f.train[i]; f.from == p && q.Relevant > 0 {
				m.trainedOn[q.ID] = true
			}
		}
	}
	return nil
}

// candidateOf gives a document of a query by the number that drawn pairs have for it: a candidate, or one outside them.
func candidateOf(q *mine.Query, number int32) *mine.Candidate {
	if int(number) < len(q.Docs) {
		return &q.Docs[number]
	}
	return &q.Outside[int(number)-len(q.Docs)]
}
