package gen

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/similarity"
)

// ReadForExperiment reads the topics and divides them as an experiment does, with notes on what was not asked for.
func (c *Chain) ReadForExperiment(ctx context.Context) ([]Division, []string, error) {
	given, err := c.readTopics(ctx)
	if err != nil {
		return nil, nil, err
	}
	c.Topics = given
	return Divisions(c.Config, given)
}

// PrepareCollection runs the stages that every division of the queries shares: index, vectors, similarity.
func (c *Chain) PrepareCollection(ctx context.Context) error {
	for _, stage := range []func(context.Context) error{c.BuildIndex, c.checkMadeIDs, c.loadPieces, c.loadVectors, c.loadSimilarity, c.loadOpinions} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Divided is the chain over other queries, with a configuration of its own; the collection is shared. What it leaves has the
// fold's number in its names.
func (c *Chain) Divided(d Division) *Chain {
	own, config := *c, *c.Config
	own.Config, own.Topics, own.Splits, own.fold = &config, d.Topics, nil, d.Fold
	return &own
}

// PrepareQueries finds the candidates of the chain's queries.
func (c *Chain) PrepareQueries(ctx context.Context) error {
	if err := c.Retrieve(ctx); err != nil {
		return err
	}
	return c.markTwins(ctx)
}

// With is the chain under another configuration of what comes after the candidates.
func (c *Chain) With(config *configs.Config) (*Chain, error) {
	own := *c
	own.Config = config
	var err error
	own.Axioms, err = ParseAxioms(&config.Gen)
	return &own, err
}

// VectorsOf gives the word vectors of another value of gen.vectors; nil for none.
func (c *Chain) VectorsOf(ctx context.Context, vectors string) (*similarity.Table, error) {
	if vectors == c.Config.Gen.Vectors {
		return c.Vectors, nil
	}
	own, config := *c, *c.Config
	config.Gen.Vectors = vectors
	own.Config, own.Vectors = &config, nil
	err := own.loadVectors(ctx)
	return own.Vectors, err
}

// Tunable says whether the candidates come from a retrieval model whose parameters the user left open.
func (c *Chain) Tunable() bool {
	if !c.Retrieves() || c.Config.Train.TuneRetrieval == "off" {
		return false
	}
	axes, err := parseGrid(defaultGrid(c.Config.Gen.Retrieval))
	return err == nil && len(axes) > 0 && c.Config.Gen.CandidatesMu == 0 &&
		!slices.ContainsFunc(axes, func(a axis) bool { return c.Origins["gen."+a.Name].Own() })
}

// Fold is the number of the fold whose queries these are; 0 outside folds.
func (c *Chain) Fold() int { return c.fold }

// Parameter is the i-th parameter with the value that was chosen.
func (t *Tuning) Parameter(i int) (name, value string) {
	return t.Parameters[i], number(t.Points[t.Best][i])
}

// Tuned is the chain with what a tuning chose for an experiment: what it leaves has names of its own, beside what axiomine gen leaves.
func (c *Chain) Tuned() *Chain {
	own := *c
	own.tuned = true
	return &own
}

// prefix stands before the names of what a fold, or an experiment with a tuned first stage, leaves.
func (c *Chain) prefix() string {
	switch {
	case c.fold > 0:
		return fmt.Sprintf("fold%d.", c.fold)
	case c.tuned:
		return "tuned."
	}
	return ""
}

// stage is a stage's name in the journal.
func (c *Chain) stage(name string) string { return c.prefix() + name }
