package trial

import (
	"context"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/google/go-cmp/cmp"
)

// TestLossWeights: each pool's pairs have the loss weight of its entry times the weight of its rows, and the margin of its
// entry; judged pairs have weight 1 and the judged margin.
func TestLossWeights(t *testing.T) {
	loaded := must.Get(configs.Load("", nil))(t)
	c := &loaded.Config
	c.Gen.Axioms, c.Gen.Weights = "tfc1, m-and", "agreement"
	c.Train.AxiomWeight, c.Train.AxiomMargin = "4, m-and=3", "tfc1=0.5"
	axioms := must.Get(quota.ParseAxioms(&c.Gen))(t)
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "whale"}, corpus.Doc{ID: "e", Text: "whale whale"}),
		analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
	q := mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "whale"), Docs: []mine.Candidate{{Doc: 0}, {Doc: 1}}}
	maker := &Maker{Index: x, Options: drmm.Options{Mode: drmm.CH, Gating: drmm.IDF}}
	f := must.Get(maker.Compute(context.Background(), []mine.Query{q},
		nil))(t)
	one := []sample.PoolInstance{{Instance: pairs.Instance{Pos: 0, Neg: 1}}}
	drawn := &sample.Result{Judged: one, Pools: [][]sample.PoolInstance{one, one},
		Ledger: []sample.PoolLedger{{Dropped: sample.DropCounts{AlreadyJudged: 2, NonRelevantOverRelevant: 6}}, {}}} // Laplace: 3/10 and 1/2
	p := &Pairs{Chain: &prepare.Preparation{Run: stage.NewRun(c, nil, nil, ""), Axioms: axioms},
		Drawn: drawn}
	loss := must.Get(axioms.Loss(c, drawn))(t)
	training := &Trial{options: drmm.Options{Margin: 2}, pairSet: p, loss: loss,
		features: f, fold: &Fold{Train: []mine.Query{q}}}
	got := training.pairs([]Item{{Pool: sample.JudgedPool}, {}, {Pool: 1}})
	want := []drmm.Pair{{Pos: 0, Neg: 1, Weight: 1, Margin: 2}, {Pos: 0, Neg: 1, Weight: 4 * .3, Margin: .5},
		{Pos: 0, Neg: 1, Weight: 3 * .5, Margin: 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
}
