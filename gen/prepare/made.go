package prepare

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
)

// The values of gen.made say where made documents are used. A made document is one that an axiom (lnc2) makes of a document of the
// collection by repeating its text. Pairs of a made document and its source are mined with every value.
const (
	madeNone = "none" // nowhere else
	madeTest = "test" // also where models are diagnosed: LNC2-test of Rennings (2019)
	madeAll  = "all"  // also as candidates of every split, before labels and pools: LNC2-all of Rennings (2019)
)

// CheckMade returns an error if gen.made asks for documents that no axiom makes.
func CheckMade(c *configs.Gen, all []axioms.Axiom) error {
	if c.Made == madeAll && len(mine.Generatives(all)) == 0 {
		return errs.BadUsage("name lnc2 among the axioms", "gen.made: all, but no axiom makes a document")
	}
	return nil
}

// NewMaking returns what makes further candidates; nil if gen.made adds none. pieces returns a document's length in word pieces.
func NewMaking(g *configs.Gen, list []axioms.Axiom, pieces func(doc uint32) int) *mine.Making {
	if g.Made != madeAll {
		return nil
	}
	return &mine.Making{Axioms: mine.Generatives(list), Pieces: pieces}
}

// OmitMade returns the axioms by which models are diagnosed: the list, without axioms that make documents if gen.made is none.
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
