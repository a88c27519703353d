package gen

import (
	"errors"
	"os"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/errs"
)

// checkSimilarity refuses a source that is not there, if anything asks for it.
func checkSimilarity(c *configs.Config, list []axioms.Axiom) error {
	kind, path, err := prepare.SimilaritySource(&c.Gen)
	if err != nil || !prepare.AsksSimilarity(c, list) {
		return err
	}
	for _, file := range prepare.SimilarityFiles(kind, path) {
		_, err := os.Stat(file)
		switch {
		case err != nil && kind == prepare.FromWordNet:
			return errs.BadInput(file, 0, "install wordnet-base, or name the dict folder of WordNet 3.x as wordnet:DIR", "cannot open: %v",
				errors.Unwrap(err))
		case err != nil:
			return errs.CannotOpen(file, err)
		}
	}
	return nil
}

// declaredCollection returns a collection with empty entries for what the configuration will load, to check needs before any work.
func declaredCollection(g *configs.Gen, list []axioms.Axiom) *axioms.Collection {
	col := axioms.Collection{Runs: map[string]axioms.RunScores{}}
	for _, f := range axioms.Files(list...) {
		col.Runs[f.Name()] = nil
	}
	if g.Vectors != "" {
		col.Vectors, col.Similarity = (*similarity.Table)(nil), (*similarity.Table)(nil)
	}
	if g.Similarity != prepare.FromVectors {
		col.Similarity = (*similarity.TermPairs)(nil)
	}
	return &col
}

// checkNeeds refuses axioms that need what the configuration does not name. A vocabulary is there at any rate: without a
// named one it is trained.
func checkNeeds(g *configs.Gen, list []axioms.Axiom) error {
	m := mine.Miner{Axioms: list, Collection: declaredCollection(g, list), Pieces: func(uint32) int { return 0 }}
	return m.Check()
}
