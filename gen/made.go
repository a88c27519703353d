package gen

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
)

// Where the documents that lnc2 makes take part (gen.made), beside its own pairs of a made document and its source.
const (
	madeNone = "none" // nowhere
	madeTest = "test" // where models are diagnosed: LNC2-test of Rennings (2019)
	madeAll  = "all"  // there, and as candidates of every split, before labels and pools: his LNC2-all
)

func checkMade(c *configs.Gen, all []axioms.Axiom) error {
	switch {
	case c.Made != madeNone && c.Made != madeTest && c.Made != madeAll:
		return fault.BadUsage("use none, test or all", "gen.made: %q", c.Made)
	case c.Made == madeAll && len(mine.Generatives(all)) == 0:
		return fault.BadUsage("name lnc2 among the axioms", "gen.made: all, but no axiom makes a document")
	}
	return nil
}

// Making gives the documents that join the candidates, nil for none.
func (c *Chain) Making() *mine.Making {
	if c.Config.Gen.Made != madeAll {
		return nil
	}
	return &mine.Making{Axioms: mine.Generatives(c.Axioms.All), Pieces: c.pieces}
}

// Diagnosed leaves out of a list the axioms about documents that are not made where models are diagnosed.
func (c *Chain) Diagnosed(list []axioms.Axiom) []axioms.Axiom {
	if c.Config.Gen.Made != madeNone {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(a axioms.Axiom) bool {
		_, makes := a.(axioms.Generative)
		return makes
	})
}

// checkMadeIDs refuses a collection that holds the id of a document that could be made.
func (c *Chain) checkMadeIDs(context.Context) error {
	if c.Config.Gen.Perturb != "" {
		if err := c.NeedTexts("gen.perturb"); err != nil {
			return err
		}
	} else if len(mine.Generatives(c.Axioms.All)) == 0 {
		return nil
	}
	return mine.CheckMade(c.Index)
}

// madeCandidates counts the candidates that were made, by split; nil where none were.
func (c *Chain) madeCandidates() map[string]int {
	if c.Config.Gen.Made != madeAll {
		return nil
	}
	made := map[string]int{}
	for _, s := range c.Splits {
		made[s.Name] = s.Census.Made
	}
	return made
}
