package trial

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
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

// TestFeaturesOfMade: a document made for a pair of lnc2, of either variant, has the input that it has as a candidate, and that
// differs from its source's.
func TestFeaturesOfMade(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "blue whale"}),
		analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
	list := must.Get(axioms.ParseList("lnc2, lnc2(variant=camara)"))(t)
	making := &mine.Making{Axioms: mine.Generatives(list), Pieces: func(uint32) int { return 2 }}
	q := mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "whale"), Docs: []mine.Candidate{{Doc: 0}, {Doc: 0, Made: 3}, {Doc: 0, Made: 256}}}
	o := drmm.Options{Mode: drmm.Mode("ch"), Gating: drmm.Gating("idf")}
	m := &Maker{Index: x, Options: o, Making: making, WithMade: func(*mine.Query) bool { return true }}
	f := must.Get(m.Compute(context.Background(), []mine.Query{q}, nil))(t)
	for place, k := range map[int32]int32{1: 3, 2: 256} { // 256 times two word pieces are 512
		pos, neg := f.Pair(&q, sample.PoolInstance{Instance: pairs.Instance{Made: k}})
		candidate, _ := f.Pair(&q, sample.PoolInstance{Instance: pairs.Instance{Pos: place}})
		made := f.Store.Input(pos).Histograms()
		must.Same(t, made, f.Store.Input(candidate).Histograms(), "%d", k)
		if cmp.Equal(f.Store.Input(neg).Histograms(), made) {
			t.Errorf("%d times: as the source", k)
		}
	}
	if len(f.madeInputs) != 4 {
		t.Errorf("%d made documents, want 2, 3, 4 and 256 times", len(f.madeInputs))
	}
}

// TestScoresOfMade: a candidate has its score, and one without is below all. A made document has that of the model, where there is one.
func TestScoresOfMade(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee hive"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	model := mine.NewModelScorer(x, weighting.BM25{K1: .9, B: .4})
	q := &mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "bee"), Docs: []mine.Candidate{{Score: 7}, {Made: 2, Score: math.NaN()},
		{Doc: 1, Score: math.NaN()}}}
	for name, c := range map[string]struct {
		stage *FirstStage
		want  float64
	}{"a model": {&FirstStage{model}, model.Score(q, 0, 2)}, "a run": {&FirstStage{}, math.Inf(-1)}} {
		if got := c.stage.Scores(q, 0); !slices.Equal(got, []float64{7, c.want, math.Inf(-1)}) || c.want == 0 {
			t.Errorf("%s: %v, want 7, %v and none", name, got, c.want)
		}
	}
}

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
	must.Same(t, got, want)
}
