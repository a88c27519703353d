package prepare

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
)

// Where the documents that lnc2 makes take part (gen.made), beside its own pairs of a made document and its source.
const (
	madeNone = "none" // nowhere
	madeTest = "test" // where models are diagnosed: LNC2-test of Rennings (2019)
	madeAll  = "all"  // there, and as candidates of every split, before labels and pools: his LNC2-all
)

// CheckMade refuses a gen.made that there is not, or that asks for nothing.
func CheckMade(c *configs.Gen, all []axioms.Axiom) error {
	switch {
	case c.Made != madeNone && c.Made != madeTest && c.Made != madeAll:
		return errs.BadUsage("use none, test or all", "gen.made: %q", c.Made)
	case c.Made == madeAll && len(mine.Generatives(all)) == 0:
		return errs.BadUsage("name lnc2 among the axioms", "gen.made: all, but no axiom makes a document")
	}
	return nil
}

// Making returns the documents that join the candidates, nil for none.
func (p *Prepared) Making() *mine.Making {
	if p.Inputs.Run.Config.Gen.Made != madeAll {
		return nil
	}
	return &mine.Making{Axioms: mine.Generatives(p.Axioms.All), Pieces: p.Pieces}
}

// Diagnosed leaves out of a list the axioms about documents that are not made where models are diagnosed.
func (p *Prepared) Diagnosed(list []axioms.Axiom) []axioms.Axiom {
	if p.Inputs.Run.Config.Gen.Made != madeNone {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(a axioms.Axiom) bool {
		_, makes := a.(axioms.Generative)
		return makes
	})
}

// checkMadeIDs refuses a collection that holds the id of a document that could be made.
func (p *Prepared) checkMadeIDs(context.Context) (*Prepared, error) {
	if p.Inputs.Run.Config.Gen.Perturb != "" {
		if err := p.NeedTexts("gen.perturb"); err != nil {
			return nil, err
		}
	} else if len(mine.Generatives(p.Axioms.All)) == 0 {
		return p, nil
	}
	return p, mine.CheckMade(p.Index)
}

// MadeCandidates counts the candidates that were made, by split; nil where none were.
func (p *Prepared) MadeCandidates() map[string]int {
	if p.Inputs.Run.Config.Gen.Made != madeAll {
		return nil
	}
	counts := map[string]int{}
	for _, s := range p.Splits {
		counts[s.Name] = s.Census.Made
	}
	return counts
}
