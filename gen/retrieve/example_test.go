package retrieve_test

import (
	"fmt"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/index/inmemory"
	"github.com/axiomine/axiomine/gen/retrieve"
)

// The two best documents of three under BM25.
func ExampleSearcher_Search() {
	english, err := analysis.New(analysis.Defaults())
	if err != nil {
		panic(err)
	}
	x, err := inmemory.New([]corpus.Doc{
		{ID: "ice", Text: "Polar bears hunt on ice. A polar bear swims well."},
		{ID: "zoo", Text: "A polar bear lives in this zoo, with seals."},
		{ID: "market", Text: "Falling prices make a bear market."},
	}, english)
	if err != nil {
		panic(err)
	}
	for _, hit := range retrieve.New(x, weighting.BM25{K1: .9, B: .4}).Searcher().Search(index.AnalyseQuery(x, "polar bears"), 2) {
		fmt.Printf("%s %.3f\n", x.DocID(hit.Doc), hit.Score)
	}
	// Output:
	// ice 0.406
	// zoo 0.313
}
