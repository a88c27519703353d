package retrieve_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// The two best documents of three under BM25.
func ExampleSearcher_Search() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	x, err := indextest.Open(filepath.Join(folder, "index"),
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
