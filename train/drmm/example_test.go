package drmm_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/train/drmm"
)

// A model learns from one pair: the document with the query's terms above the one without.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	x, err := openIndex(filepath.Join(folder, "index"),
		corpus.Doc{ID: "ice", Text: "Polar bears hunt on ice. A polar bear swims well."},
		corpus.Doc{ID: "market", Text: "Falling prices make a market."})
	if err != nil {
		panic(err)
	}
	defer x.Close()
	options := drmm.Defaults()
	inputs := drmm.NewFeaturizer(options, x, nil) // without word vectors: exact matches alone
	inputs.BeginQuery(index.AnalyseQuery(x, "polar bears"))
	ice := inputs.AddDoc(index.AnalyseQuery(x, "Polar bears hunt on ice. A polar bear swims well."))
	market := inputs.AddDoc(index.AnalyseQuery(x, "Falling prices make a market."))
	trainer, err := drmm.NewTrainer(options, inputs.Store())
	if err != nil {
		panic(err)
	}
	for range 50 {
		if _, err := trainer.Epoch(context.Background(), []drmm.Pair{{Pos: ice, Neg: market, Weight: 1, Margin: options.Margin}}); err != nil {
			panic(err)
		}
	}
	model := trainer.Model()
	fmt.Println(model.Score(inputs.Store().Input(ice)) > model.Score(inputs.Store().Input(market)))
	// Output:
	// true
}

// openIndex indexes documents in a folder and opens the index.
func openIndex(folder string, docs ...corpus.Doc) (index.Reader, error) {
	english, err := analysis.New(analysis.Defaults())
	if err != nil {
		return nil, err
	}
	all := func(yield func(corpus.Doc, error) bool) {
		for _, doc := range docs {
			if !yield(doc, nil) {
				return
			}
		}
	}
	if err := index.Build(context.Background(), folder, all, english, index.Defaults(), nil); err != nil {
		return nil, err
	}
	return index.Open(folder)
}
