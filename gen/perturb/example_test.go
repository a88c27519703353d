package perturb_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/perturb"
)

// Two copies of a document, the one that TFC1 prefers first: a query term is put before its text, and another word before that of the
// second, so that both are of one length.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	x, err := openIndex(filepath.Join(folder, "index"), corpus.Doc{ID: "zoo", Text: "A polar bear lives in this zoo."})
	if err != nil {
		panic(err)
	}
	defer x.Close()
	axiom, err := axioms.Parse("tfc1")
	if err != nil {
		panic(err)
	}
	maker := perturb.Maker{Index: x, Collection: &axioms.Collection{Stats: x}, Axioms: []axioms.Axiom{axiom}, Seed: 1}
	query := maker.Query("q1", index.AnalyseQuery(x, "polar bears"))
	for _, c := range query.Copies(0, 0, false) {
		fmt.Printf("%q %q\n", c.ID(x), c.Text(x))
	}
	// Output:
	// "zoo~+bear" "bear A polar bear lives in this zoo."
	// "zoo~+zoo" "zoo A polar bear lives in this zoo."
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
