package retrieve_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
)

// The two best documents of three under BM25.
func ExampleSearcher_Search() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	x, err := openIndex(filepath.Join(folder, "index"),
		corpus.Doc{ID: "ice", Text: "Polar bears hunt on ice. A polar bear swims well."},
		corpus.Doc{ID: "zoo", Text: "A polar bear lives in this zoo, with seals."},
		corpus.Doc{ID: "market", Text: "Falling prices make a bear market."})
	if err != nil {
		panic(err)
	}
	defer x.Close()
	for _, hit := range retrieve.New(x, weighting.BM25{K1: .9, B: .4}).Searcher().Search(index.AnalyseQuery(x, "polar bears"), 2) {
		fmt.Printf("%s %.3f\n", x.DocID(hit.Doc), hit.Score)
	}
	// Output:
	// ice 0.406
	// zoo 0.313
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
