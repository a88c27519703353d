package prepare

import (
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

// CheckMade refuses a gen.made that asks for nothing.
func CheckMade(c *configs.Gen, all []axioms.Axiom) error {
	if c.Made == madeAll && len(mine.Generatives(all)) == 0 {
		return errs.BadUsage("name lnc2 among the axioms", "gen.made: all, but no axiom makes a document")
	}
	return nil
}

// NewMaking returns the documents that join the candidates, nil for none.
func NewMaking(g *configs.Gen, list []axioms.Axiom, pieces func(doc uint32) int) *mine.Making {
	if g.Made != madeAll {
		return nil
	}
	return &mine.Making{Axioms: mine.Generatives(list), Pieces: pieces}
}

// OmitMade leaves out of a list the axioms about documents that are not made where models are diagnosed.
func OmitMade(g *configs.Gen, list []axioms.Axiom) []axioms.Axiom {
	if g.Made != madeNone {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(a axioms.Axiom) bool {
		_, makes := a.(axioms.Generative)
		return makes
	})
}

// MadeCandidates counts the candidates that were made, by split; nil where none were.
func MadeCandidates(g *configs.Gen, splits []Split) map[string]int {
	if g.Made != madeAll {
		return nil
	}
	counts := map[string]int{}
	for _, s := range splits {
		counts[s.Name] = s.Census.Made
	}
	return counts
}
