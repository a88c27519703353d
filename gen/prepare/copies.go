package prepare

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
)

// The values of gen.made: where the documents that lnc2 makes take part, beside pairs of a made document and its source.
const (
	madeNone = "none" // nowhere
	madeTest = "test" // where models are diagnosed: LNC2-test of Rennings (2019)
	madeAll  = "all"  // also as candidates of every split, before labels and pools: his LNC2-all
)

// CheckMade returns an error if gen.made asks for documents that no axiom makes.
func CheckMade(c *configs.Gen, all []axioms.Axiom) error {
	if c.Made == madeAll && len(mine.Generatives(all)) == 0 {
		return errs.BadUsage("name lnc2 among the axioms", "gen.made: all, but no axiom makes a document")
	}
	return nil
}

// NewMaking tells which made documents join the candidates; nil for none.
func NewMaking(g *configs.Gen, list []axioms.Axiom, pieces func(doc uint32) int) *mine.Making {
	if g.Made != madeAll {
		return nil
	}
	return &mine.Making{Axioms: mine.Generatives(list), Pieces: pieces}
}

// OmitMade returns the axioms of a list under which models are diagnosed: generative ones only if gen.made is not none.
func OmitMade(g *configs.Gen, list []axioms.Axiom) []axioms.Axiom {
	if g.Made != madeNone {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(a axioms.Axiom) bool {
		_, makes := a.(axioms.Generative)
		return makes
	})
}

// MadeCandidates returns the number of made candidates by split; nil if no candidates are made.
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
