package prepare

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
)

// The values of gen.made, which decides the use of made documents. The axiom lnc2 makes a document by repeating the text of a document of
// the collection. Pairs of a made document and its source are mined with every value.
const (
	madeNone = "none" // no other use
	madeTest = "test" // use in the diagnosis of models: LNC2-test of Rennings (2019)
	madeAll  = "all"  // use in the diagnosis and as candidates of every split: LNC2-all of Rennings (2019)
)

// CheckMade returns an error if gen.made asks for documents that no axiom makes.
func CheckMade(c *configs.Gen, all []axioms.Axiom) error {
	if c.Made == madeAll && len(mine.Generatives(all)) == 0 {
		return errs.BadUsage("name lnc2 among the axioms", "gen.made: all, but no axiom makes a document")
	}
	return nil
}

// NewMaking returns the maker of further candidates; nil if gen.made adds none. pieces returns a document's length in word pieces.
func NewMaking(g *configs.Gen, list []axioms.Axiom, pieces func(doc uint32) int) *mine.Making {
	if g.Made != madeAll {
		return nil
	}
	return &mine.Making{Axioms: mine.Generatives(list), Pieces: pieces}
}

// OmitMade returns the axioms of a diagnosis of models: the list, without axioms that make documents if gen.made is none.
func OmitMade(g *configs.Gen, list []axioms.Axiom) []axioms.Axiom {
	if g.Made != madeNone {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(a axioms.Axiom) bool {
		_, makes := a.(axioms.Generative)
		return makes
	})
}

// MadeCandidates returns the number of made candidates by split; nil if gen.made adds none.
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
