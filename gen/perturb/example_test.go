package perturb_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/perturb"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// Two copies of a document, the one that TFC1 prefers first: a query term is put before its text, and another word before that of the
// second, so that both are of one length.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	x, err := indextest.Open(filepath.Join(folder, "index"), corpus.Doc{ID: "zoo", Text: "A polar bear lives in this zoo."})
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
