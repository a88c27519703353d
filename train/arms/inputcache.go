package arms

import (
	"context"
	"fmt"
	"sync"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/trial"
)

// featureKey identifies features: the candidates, and the network's inputs.
type featureKey struct {
	candidates *trial.Candidates
	network    string
}

// inputCache computes the network's inputs, once for all configurations with the same ones.
type inputCache struct {
	chain *prepare.Preparation
	folds []*trial.Fold

	mu    sync.Mutex
	cache map[featureKey]*trial.Features
}

// inputs returns the network's inputs of a configuration for the queries of p.
func (n *inputCache) inputs(ctx context.Context, p *trial.Candidates, c *configs.Config) (*trial.Features, error) {
	o := trial.NetworkOptions(c, 0)
	key := featureKey{p, fmt.Sprint(o.Mode, o.Gating, o.CosineScale, o.Extras, c.Gen.Vectors)}
	n.mu.Lock()
	defer n.mu.Unlock()
	if f := n.cache[key]; f != nil {
		return f, nil
	}
	m := &trial.Maker{Index: n.chain.Index, Options: o, First: p.First}
	var err error
	if m.Vectors, err = prepare.VectorsOf(ctx, n.chain, c.Gen.Vectors); err != nil {
		return nil, err
	}
	list, err := DiagnosisAxioms(n.chain)
	if err != nil {
		return nil, err
	}
	trained, diagnostic := mine.Generatives(n.chain.Axioms.All), mine.Generatives(list)
	trainsOnMade := len(trained) > 0
	m.Making = &mine.Making{Axioms: diagnostic, Pieces: prepare.NewMiner(n.chain).Pieces}
	if len(diagnostic) == 0 { // gen.made: none asks about no made document, and pairs of them are trained on all the same
		m.Making.Axioms = trained
	}
	isTest := map[string]bool{}
	for _, f := range n.folds {
		for i := range f.Test {
			isTest[f.Test[i].ID] = f.Source == p
		}
	}
	m.WithMade = func(q *mine.Query) bool { return trainsOnMade || isTest[q.ID] }
	st := n.chain.Run.Progress.Stage("histograms", "queries", len(p.Queries))
	defer st.Done()
	f, err := m.Compute(ctx, p.Queries, st)
	if err == nil {
		n.cache[key] = f
	}
	return f, err
}
