package inmemory_test

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/index/inmemory"
)

// Two texts are indexed, and asked for a term's statistics.
func ExampleNew() {
	english, err := analysis.New(analysis.Defaults())
	if err != nil {
		panic(err)
	}
	x, err := inmemory.New([]corpus.Doc{
		{ID: "d1", Title: "Whales", Text: "The blue whale sings."},
		{ID: "d2", Text: "Ships at sea."},
	}, english)
	if err != nil {
		panic(err)
	}
	whale := index.AnalyseQuery(x, "whales")[0]
	fmt.Println(x.NumDocs(), "documents,", x.DocFreq(whale), "with the term", x.CollFreq(whale), "times")
	// Output:
	// 2 documents, 1 with the term 2 times
}
