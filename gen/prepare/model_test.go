package prepare

import (
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/internal/embed"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// Candidates come from a mu of their own where one is given; what is diagnosed keeps the other. The k3 of the preset is BM25's alone.
func TestCandidatesMu(t *testing.T) {
	loaded := must.Get(configs.Load("rennings-msmarco", nil))(t)
	g := &loaded.Gen
	c := &Preparation{Run: stage.NewRun(&loaded.Config, nil, nil, ""), Inputs: collection.Inputs{Collection: &collection.Collection{}}}
	for _, of := range []struct{ own, want float64 }{{2500, 2500}, {0, 10}} {
		g.CandidatesMu = of.own
		if m, err := CandidateModel(&c.Run.Config.Gen); err != nil || m != (weighting.QL{Mu: of.want}) {
			t.Errorf("candidates_mu %v: candidates by %v, %v", of.own, m, err)
		}
		if m, err := RetrievalModel(g); err != nil || m != (weighting.QL{Mu: 10}) {
			t.Errorf("candidates_mu %v: diagnosed %v, %v", of.own, m, err)
		}
	}
}

// Carraro's vectors are those of table 7.5: CBOW, 300 dimensions, window 10, 10 negatives, 1e-4, words that come 10 times.
func TestVectorsAsEmbedSays(t *testing.T) {
	loaded := must.Get(configs.Load("carraro-drmm", nil))(t)
	o, err := vectorOptions(&loaded.Config, nil)
	want := embed.Options{Architecture: embed.CBOW, Dim: 300, Window: 10, Negative: 10, Sample: 1e-4, MinCount: 10, Epochs: 5,
		LearningRate: 0.025, Seed: 42}
	if err != nil || o != want {
		t.Errorf("%+v, %v", o, err)
	}
}
