package similarity_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// A term of an index gets the mean vector of its forms.
func ExampleBind() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	x, err := indextest.Open(filepath.Join(folder, "index"), corpus.Doc{ID: "d1", Text: "A whale sings; many whales sing at sea."})
	if err != nil {
		panic(err)
	}
	defer x.Close()
	words := similarity.NewWords(2)
	words.Add("whale", []float64{1, 0})
	words.Add("whales", []float64{0, 1})
	words.Add("sea", []float64{0, 2})
	vectors := similarity.Bind(words, x.Lexicon(), similarity.Forms)
	terms := index.AnalyseQuery(x, "whale sea")
	cosine, _ := vectors.Sim(terms[0], terms[1])
	fmt.Printf("%v %v cosine %.3f\n", vectors.Vector(terms[0]), vectors.Vector(terms[1]), cosine)
	// Output:
	// [0.5 0.5] [0 2] cosine 0.707
}
