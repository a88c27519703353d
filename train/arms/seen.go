package arms

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/train/division"
	"github.com/axiomine/axiomine/train/features"
	"github.com/axiomine/axiomine/train/settings"
)

// seenKey names features: of candidates, as a network sees them.
type seenKey struct {
	of      *division.Candidates
	network string
}

// copying lets a maker of features copy the documents of queries that are trained on, for the axioms of every setting.
func (e *Explorer) copying(m *features.Maker, p *division.Candidates) error {
	var list []axioms.Axiom
	for _, s := range append([]settings.Setting{nil}, e.Grid.Augmented...) {
		c, err := s.Over(e.config)
		if err != nil {
			return err
		}
		perturbed, err := pools.ParsePerturbed(&c.Gen)
		if err != nil {
			return err
		}
		for _, a := range perturbed.Axioms {
			if !slices.ContainsFunc(list, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
				list = append(list, a)
			}
		}
	}
	if list == nil {
		return nil
	}
	if err := e.chain.NeedTexts("gen.perturb"); err != nil {
		return err
	}
	m.Perturber, m.TrainedOn = e.chain.Perturber(list), map[string]bool{}
	for _, f := range e.Division.Folds {
		for i := range f.Train {
			if q := &f.Train[i]; f.From == p && q.Relevant > 0 {
				m.TrainedOn[q.ID] = true
			}
		}
	}
	return nil
}

// features computes what a configuration's network sees of prepared queries, once for all that see the same.
func (e *Explorer) features(ctx context.Context, p *division.Candidates, c *configs.Config) (*features.Features, error) {
	o := features.Options(c, 0)
	key := seenKey{p, fmt.Sprint(o.Mode, o.Gating, o.CosineScale, o.Extras, c.Gen.Vectors)}
	e.mu.Lock()
	defer e.mu.Unlock()
	if f := e.seen[key]; f != nil {
		return f, nil
	}
	m := &features.Maker{Index: e.chain.Index, Options: o, First: p.First}
	var err error
	if m.Vectors, err = e.chain.VectorsOf(ctx, c.Gen.Vectors); err != nil {
		return nil, err
	}
	list, err := e.Diagnosed()
	if err != nil {
		return nil, err
	}
	m.Making = &mine.Making{Axioms: mine.Generatives(list), Pieces: e.chain.Miner().Pieces}
	trainsOnMade := len(mine.Generatives(e.chain.Axioms.All)) > 0
	tested := map[string]bool{}
	for _, f := range e.Division.Folds {
		for i := range f.Test {
			tested[f.Test[i].ID] = f.From == p
		}
	}
	if err := e.copying(m, p); err != nil {
		return nil, err
	}
	m.WithMade = func(q *mine.Query) bool { return trainsOnMade || tested[q.ID] }
	st := e.chain.Progress.Stage("histograms", "queries", len(p.Queries))
	defer st.Done()
	f, err := m.Of(ctx, p.Queries, st)
	if err == nil {
		e.seen[key] = f
	}
	return f, err
}
