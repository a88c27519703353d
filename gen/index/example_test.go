package index_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
)

func Example() {
	temp, _ := os.MkdirTemp("", "index")
	defer os.RemoveAll(temp)
	dir := filepath.Join(temp, "bears")
	docs := func(yield func(corpus.Doc, error) bool) {
		_ = yield(corpus.Doc{ID: "D1", Title: "Polar bears", Text: "A polar bear runs on ice."}, nil) &&
			yield(corpus.Doc{ID: "D2", Text: "Running a bear market."}, nil)
	}
	an, _ := analysis.New(analysis.Options{Tokenizer: "alnum", Stemmer: "snowball:english", Stopwords: "english"})
	if err := index.Build(context.Background(), dir, docs, an, index.Defaults(), nil); err != nil {
		fmt.Println(err)
		return
	}
	x, err := index.Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	d, _ := x.Doc("D1")
	fmt.Println(x.Terms(d), x.Texts().FullText(d) == "Polar bears\nA polar bear runs on ice.")
	for _, t := range index.AnalyseQuery(x, "running bears") {
		fmt.Println(x.Lexicon().Term(t), x.DocFreq(t), x.CollFreq(t), x.Postings(t).Append(nil), x.Lexicon().Forms(t))
	}
	// Output:
	// [0 1 0 1 2 3] true
	// run 2 2 [{0 1} {1 1}] [{running 1} {runs 1}]
	// bear 2 3 [{0 2} {1 1}] [{bear 2} {bears 1}]
}
