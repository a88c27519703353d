package arms

import (
	"context"
	"fmt"
	"slices"

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

// addCopies sets a feature maker's perturber for the axioms of every setting, and the training queries
// whose documents it copies.
func (e *Explorer) addCopies(m *features.Maker, p *division.Candidates) error {
	var list []axioms.Axiom
	for _, s := range append([]settings.Setting{nil}, e.Grid.Augmented...) {
		c, err := s.Over(e.config)
		if err != nil {
			return err
		}
		set, err := quota.ParsePerturbed(&c.Gen)
		if err != nil {
			return err
		}
		for _, a := range set.Axioms {
			if !slices.ContainsFunc(list, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
				list = append(list, a)
			}
		}
	}
	if list == nil {
		return nil
	}
	if err := prepare.NeedTexts(e.chain, "gen.perturb"); err != nil {
		return err
	}
	m.Perturber, m.TrainedOn = prepare.NewPerturber(e.chain, list), map[string]bool{}
	for _, f := range e.Division.Folds {
		for i := range f.Train {
			if q := &f.Train[i]; f.From == p && q.Relevant > 0 {
				m.TrainedOn[q.ID] = true
			}
		}
	}
	return nil
}

// features computes the network's inputs of a configuration, once for all configurations with the same
// ones.
func (e *Explorer) features(ctx context.Context, p *division.Candidates, c *configs.Config) (*features.Features, error) {
	o := features.Options(c, 0)
	key := featureKey{p, fmt.Sprint(o.Mode, o.Gating, o.CosineScale, o.Extras, c.Gen.Vectors)}
	e.mu.Lock()
	defer e.mu.Unlock()
	if f := e.cache[key]; f != nil {
		return f, nil
	}
	m := &features.Maker{Index: e.chain.Index, Options: o, First: p.First}
	var err error
	if m.Vectors, err = prepare.VectorsOf(ctx, e.chain, c.Gen.Vectors); err != nil {
		return nil, err
	}
	list, err := e.Diagnosed()
	if err != nil {
		return nil, err
	}
	trained, asked := mine.Generatives(e.chain.Axioms.All), mine.Generatives(list)
	trainsOnMade := len(trained) > 0
	m.Making = &mine.Making{Axioms: asked, Pieces: prepare.NewMiner(e.chain).Pieces}
	if len(asked) == 0 { // gen.made: none asks about no made document, and pairs of them are trained on all the same
		m.Making.Axioms = trained
	}
	isTest := map[string]bool{}
	for _, f := range e.Division.Folds {
		for i := range f.Test {
			isTest[f.Test[i].ID] = f.From == p
		}
	}
	if err := e.addCopies(m, p); err != nil {
		return nil, err
	}
	m.WithMade = func(q *mine.Query) bool { return trainsOnMade || isTest[q.ID] }
	st := e.chain.Run.Progress.Stage("histograms", "queries", len(p.Queries))
	defer st.Done()
	f, err := m.Of(ctx, p.Queries, st)
	if err == nil {
		e.cache[key] = f
	}
	return f, err
}
