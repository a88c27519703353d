package train

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/google/go-cmp/cmp"
)

// TestLossWeights: each pool's pairs have the loss weight of its entry times the weight of its rows, and the margin of its
// entry; judged pairs have weight 1 and the judged margin.
func TestLossWeights(t *testing.T) {
	loaded, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &loaded.Config
	c.Gen.Axioms, c.Gen.Weights = "tfc1, m-and", "agreement"
	c.Train.AxiomWeight, c.Train.AxiomMargin = "4, m-and=3", "tfc1=0.5"
	axioms, err := pools.ParseAxioms(&c.Gen)
	if err != nil {
		t.Fatal(err)
	}
	one := []sample.Drawn{{Instance: pairs.Instance{Pos: 0, Neg: 1}}}
	drawn := &sample.Result{Regular: one, Pools: [][]sample.Drawn{one, one},
		Ledger: []sample.PoolLedger{{Dropped: sample.Dropped{AlreadyRegular: 2, NonRelevantOverRelevant: 6}}, {}}} // Laplace: 3/10 and 1/2
	p := &drawnPairs{chain: &prepare.Prepared{Inputs: &collection.Inputs{Run: stage.NewRun(c, nil, nil, "")}, Axioms: axioms}, drawn: drawn}
	loss, err := axioms.Loss(c, drawn)
	if err != nil {
		t.Fatal(err)
	}
	training := &cell{options: drmm.Options{Margin: 2}, drawnPairs: p, loss: loss,
		features: &features{inputs: map[string][]int32{"q": {0, 1}}},
		fold:     &fold{train: []mine.Query{{ID: "q", Docs: make([]mine.Candidate, 2)}}}}
	got := training.pairs([]item{{regularPool, 0}, {0, 0}, {1, 0}})
	want := []drmm.Pair{{Pos: 0, Neg: 1, Weight: 1, Margin: 2}, {Pos: 0, Neg: 1, Weight: 4 * .3, Margin: .5}, {Pos: 0, Neg: 1, Weight: 3 * .5, Margin: 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
}
