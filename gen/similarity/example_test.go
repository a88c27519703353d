package similarity_test

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/index/inmemory"
	"github.com/axiomine/axiomine/gen/similarity"
)

// A term of an index gets the mean vector of its forms.
func ExampleBind() {
	english, err := analysis.New(analysis.Defaults())
	if err != nil {
		panic(err)
	}
	x, err := inmemory.New([]corpus.Doc{{ID: "d1", Text: "A whale sings; many whales sing at sea."}}, english)
	if err != nil {
		panic(err)
	}
	words := similarity.NewWords(2)
	words.Add("whale", []float64{1, 0})
	words.Add("whales", []float64{0, 1})
	words.Add("sea", []float64{0, 2})
	vectors, err := similarity.Bind(words, x.Lexicon(), similarity.Forms)
	if err != nil {
		panic(err)
	}
	terms := index.AnalyseQuery(x, "whale sea")
	cosine, _ := vectors.Sim(terms[0], terms[1])
	fmt.Printf("%v %v cosine %.3f\n", vectors.Vector(terms[0]), vectors.Vector(terms[1]), cosine)
	// Output:
	// [0.5 0.5] [0 2] cosine 0.707
}
