package drmm_test

import (
	"context"
	"fmt"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/index/inmemory"
	"github.com/axiomine/axiomine/train/drmm"
)

// A model learns from one pair: the document with the query's terms above the one without.
func Example() {
	english, err := analysis.New(analysis.Defaults())
	if err != nil {
		panic(err)
	}
	x, err := inmemory.New([]corpus.Doc{
		{ID: "ice", Text: "Polar bears hunt on ice. A polar bear swims well."},
		{ID: "market", Text: "Falling prices make a market."},
	}, english)
	if err != nil {
		panic(err)
	}
	options := drmm.Defaults()
	inputs := drmm.NewFeaturizer(options, x, nil) // without word vectors: exact matches alone
	inputs.Query(index.AnalyseQuery(x, "polar bears"))
	ice := inputs.Doc(index.AnalyseQuery(x, "Polar bears hunt on ice. A polar bear swims well."), nil)
	market := inputs.Doc(index.AnalyseQuery(x, "Falling prices make a market."), nil)
	trainer, err := drmm.NewTrainer(options, inputs.Store())
	if err != nil {
		panic(err)
	}
	for range 50 {
		if _, err := trainer.Epoch(context.Background(), []drmm.Pair{options.Pair(ice, market)}); err != nil {
			panic(err)
		}
	}
	model := trainer.Model()
	fmt.Println(model.Score(inputs.Store().Input(ice)) > model.Score(inputs.Store().Input(market)))
	// Output:
	// true
}
