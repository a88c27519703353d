package arms

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/experiment/division"
	"github.com/axiomine/axiomine/internal/experiment/features"
	"github.com/axiomine/axiomine/internal/experiment/settings"
)

// featureKey identifies features: the candidates, and the network's inputs.
type featureKey struct {
	candidates *division.Candidates
	network    string
}

// inputCache computes the network's inputs, once for all configurations with the same ones.
type inputCache struct {
	chain     *prepare.Preparation
	folds     []*division.Fold
	perturbed []axioms.Axiom // axioms that a setting's regulariser asks

	mu    sync.Mutex
	cache map[featureKey]*features.Features
}

// perturbedBy returns the axioms that the regularisers of the settings ask, each once.
func perturbedBy(c *configs.Config, list []settings.Setting) (perturbing []axioms.Axiom, err error) {
	for _, s := range append([]settings.Setting{nil}, list...) {
		c, err := s.Apply(c)
		if err != nil {
			return nil, err
		}
		set, err := quota.ParsePerturbed(&c.Gen)
		if err != nil {
			return nil, err
		}
		for _, a := range set.Axioms {
			if !slices.ContainsFunc(perturbing, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
				perturbing = append(perturbing, a)
			}
		}
	}
	return perturbing, nil
}

// trainedOn returns the ids of the training queries with relevant documents, of the folds whose candidates are p.
func trainedOn(folds []*division.Fold, p *division.Candidates) map[string]bool {
	ids := map[string]bool{}
	for _, f := range folds {
		for i := range f.Train {
			if q := &f.Train[i]; f.Source == p && q.Relevant > 0 {
				ids[q.ID] = true
			}
		}
	}
	return ids
}

// inputs returns the network's inputs of a configuration for the queries of p.
func (n *inputCache) inputs(ctx context.Context, p *division.Candidates, c *configs.Config) (*features.Features, error) {
	o := features.Options(c, 0)
	key := featureKey{p, fmt.Sprint(o.Mode, o.Gating, o.CosineScale, o.Extras, c.Gen.Vectors)}
	n.mu.Lock()
	defer n.mu.Unlock()
	if f := n.cache[key]; f != nil {
		return f, nil
	}
	m := &features.Maker{Index: n.chain.Index, Options: o, First: p.First}
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
	if n.perturbed != nil {
		if err := prepare.NeedTexts(n.chain, "gen.perturb"); err != nil {
			return nil, err
		}
		m.Perturber, m.TrainedOn = prepare.NewPerturber(n.chain, n.perturbed), trainedOn(n.folds, p)
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
