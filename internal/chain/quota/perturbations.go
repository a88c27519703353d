package quota

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/perturb"
	"github.com/axiomine/axiomine/internal/errs"
)

// Perturbations are the axioms of gen.perturb, each with the weight of the regulariser that its copies are. Over judged pairs (q, d+, d-)
// the loss is, after Rosset et al. (SIGIR 2019), who add to the hinge loss of the judged pair one of each axiom between a document
// and its perturbed copy,
//
//	sum over (q, d+, d-) of [ hinge(s(q, d+) - s(q, d-)) + sum over axioms a, d in {d+, d-} of lambda_a hinge(s(q, d1) - s(q, d2)) ]
//
// where d1 and d2 are a's copies of d, the preferred one first, and hinge(x) = max(0, margin - x) has a margin of its own for each part.
type Perturbations struct {
	Axioms  []axioms.Axiom
	Weights []float64 // lambda, by axiom
}

// ParsePerturbed reads gen.perturb and gen.perturb_weight.
func ParsePerturbed(g *configs.Gen) (*Perturbations, error) {
	p := &Perturbations{}
	for _, entry := range topLevel(g.Perturb) {
		a, err := axioms.Parse(entry)
		if err == nil {
			err = perturb.Check(a)
		}
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(p.Axioms, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
			return nil, errs.BadUsage("name it once", "axiom %s stands twice in gen.perturb", a)
		}
		p.Axioms = append(p.Axioms, a)
	}
	var err error
	p.Weights, err = p.PerAxiom("gen.perturb_weight", g.PerturbWeight)
	return p, err
}

// PerAxiom reads a number for all axioms, VALUE, or for single ones, NAME=VALUE,NAME=VALUE; what neither names has 0.
func (p *Perturbations) PerAxiom(key, text string) ([]float64, error) {
	values, err := perName(key, text, parseFactor)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{"": true}
	out := make([]float64, len(p.Axioms))
	for i, a := range p.Axioms {
		names[a.String()] = true
		out[i] = values.or(0, a.String())
	}
	if len(p.Axioms) == 0 {
		return nil, nil
	}
	for name := range values {
		if !names[name] {
			return nil, errs.BadUsage("name an entry of gen.perturb", "%s: a number is given for %q, which is not among the axioms", key, name)
		}
	}
	return out, nil
}

// CheckPairs refuses what the regulariser cannot take: tfc2 orders three copies, and the terms of the loss are about two.
func (p *Perturbations) CheckPairs() error {
	for _, a := range p.Axioms {
		if _, triple := a.(axioms.Triple); triple {
			return errs.BadUsage("leave it out; gen mine --diagnostic takes it",
				"gen.perturb: %s orders three copies, and a regulariser orders two", a)
		}
	}
	return nil
}

// CheckPerturbed refuses what gen.perturb, its weight or its margin cannot be.
func CheckPerturbed(c *configs.Config) error {
	p, err := ParsePerturbed(&c.Gen)
	if err != nil {
		return err
	}
	if c.Gen.Perturb != "" && c.Gen.Mixture != "" {
		return errs.BadUsage("leave one of them out", "gen.perturb regularises judged pairs, and gen.mixture takes only some of them")
	}
	_, err = p.PerAxiom("train.perturb_margin", c.Train.PerturbMargin)
	return err
}

// PerturbedPrefix stands before an axiom's name where rows or pairs are those of its perturbed copies.
const PerturbedPrefix = "perturbed:"
