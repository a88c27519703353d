package trial

import (
	"context"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/perturb"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/experiment/division"
	"github.com/axiomine/axiomine/internal/experiment/features"
	"github.com/axiomine/axiomine/internal/experiment/trainpairs"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/google/go-cmp/cmp"
)

// TestRegulariser: a judged pair is followed by the pairs of copies of both its documents, each with its axiom's weight and margin,
// and axiomatic pairs by none. The inputs are those of the copies' texts; what lnc1 prefers is the document itself.
func TestRegulariser(t *testing.T) {
	docs := indextest.Docs(corpus.Doc{ID: "d", Text: "blue whale"}, corpus.Doc{ID: "e", Text: "whale sea"},
		corpus.Doc{ID: "f", Text: "sea quokka"})
	x := indextest.InMemory(t, docs, analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
	loaded, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &loaded.Config
	c.Gen.Axioms, c.Gen.Perturb = "m-and", "tfc1, lnc1, m-tdc"
	c.Gen.PerturbWeight, c.Train.PerturbMargin = "0.5, lnc1=2, m-tdc=0", "0.25, lnc1=0"
	regular, err := RegulariserOf(c)
	if err != nil {
		t.Fatal(err)
	}
	list, err := axioms.ParseList("tfc1, lnc1, m-tdc")
	if err != nil {
		t.Fatal(err)
	}
	q := mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "whale quokka"), Docs: []mine.Candidate{{Doc: 0, Score: 2}, {Doc: 1, Score: 1}},
		Outside: []mine.Candidate{{Doc: 2}}}
	other := q
	other.ID = "other"
	m := &features.Maker{Index: x, Options: drmm.Options{Mode: drmm.CH, Gating: drmm.IDF}, Making: &mine.Making{},
		First: &division.FirstStage{}, TrainedOn: map[string]bool{"q": true},
		Perturber: &perturb.Maker{Index: x, Collection: &axioms.Collection{Stats: x}, Axioms: list, Seed: 1}}
	f, err := m.Compute(context.Background(), []mine.Query{q, other}, nil)
	if err != nil {
		t.Fatal(err)
	}
	in := make([]int32, 3)
	for number := range in {
		in[number], _ = f.Pair(&q, sample.PoolInstance{Instance: pairs.Instance{Pos: int32(number)}})
	}
	copiesOf := func(query string, number int32, axiom string) [2]int32 { // none of the other query's
		p, ok := f.Copies(features.CopyKey{Query: query, Candidate: number, Axiom: axiom})
		if ok != (query == "q") {
			t.Errorf("copies of %s, document %d, under %s: %v", query, number, axiom, ok)
		}
		return p
	}
	for number := range in {
		for _, axiom := range list {
			copiesOf("other", int32(number), axiom.String())
		}
	}
	exact := func(input int32) (n float64) { // matches of all query terms
		for _, row := range f.Store.Input(input).Histograms() {
			n += row[drmm.Bins-1]
		}
		return n
	}
	for number, own := range []float64{1, 1, 1} {
		p := copiesOf("q", int32(number), "tfc1")
		if exact(p[0]) != own+1 || exact(p[1]) != own {
			t.Errorf("tfc1, document %d: %v and %v matches", number, exact(p[0]), exact(p[1]))
		}
		if p := copiesOf("q", int32(number), "lnc1"); p[0] != in[number] || p[1] == p[0] || exact(p[1]) != own {
			t.Errorf("lnc1, document %d: %v", number, p)
		}
		if p := copiesOf("q", int32(number), "m-tdc"); exact(p[0]) != exact(p[1]) || exact(p[0]) != own+2 {
			t.Errorf("m-tdc, document %d: %v and %v matches", number, exact(p[0]), exact(p[1]))
		}
	}

	one := []sample.PoolInstance{{Instance: pairs.Instance{Pos: 2, Neg: 1}}} // the positive lies outside the candidates
	drawn := &sample.Result{Regular: one, Pools: [][]sample.PoolInstance{one}}
	training := &Trial{options: drmm.Options{Margin: 1}, features: f, fold: &division.Fold{Train: []mine.Query{q}}, regular: regular,
		loss: quota.Loss{Weights: []float64{3}, Margins: []float64{4}}, schedule: trainpairs.Schedule{Regular: 1, Axiomatic: []int{1},
			MaxRepeats: 1},
		pairSet: &trainpairs.Pairs{Drawn: drawn, Chain: &prepare.Preparation{Axioms: &quota.Axioms{Pools: []sample.Pool{{Name: "m-and"}}}}}}
	copies := func(number int32, axiom string, weight, margin float64) drmm.Pair {
		p := copiesOf("q", number, axiom)
		return drmm.Pair{Pos: p[0], Neg: p[1], Weight: weight, Margin: margin}
	}
	want := []drmm.Pair{{Pos: in[2], Neg: in[1], Weight: 1, Margin: 1},
		copies(2, "tfc1", .5, .25), copies(1, "tfc1", .5, .25), copies(2, "lnc1", 2, 0), copies(1, "lnc1", 2, 0), // m-tdc weighs nothing
		{Pos: in[2], Neg: in[1], Weight: 3, Margin: 4}}
	if diff := cmp.Diff(want, training.pairs([]trainpairs.Item{{Pool: trainpairs.RegularPool}, {}})); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
	counts := map[string]int{"regular": 1, "m-and": 1, "perturbed:tfc1": 2, "perturbed:lnc1": 2}
	if got := training.countDistinct(3); !cmp.Equal(got, counts) {
		t.Errorf("distinct pairs: %v", got)
	}
	training.epochs, training.options.Batch = 4, 20 // an epoch has two pairs, and four of copies
	if n := training.batch(); n != 60 {
		t.Errorf("a step has %d pairs, want 60", n)
	}
	training.regular = &Regulariser{}
	if n := training.batch(); n != 20 {
		t.Errorf("a step has %d pairs without copies", n)
	}
	training.regular = regular
	if n := training.PairsIn(3); n != 3*6 {
		t.Errorf("%d pairs in three epochs", n)
	}
}
