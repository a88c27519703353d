package mine_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// Candidates of a query are retrieved, and an axiom orders pairs of them.
func Example() {
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
	query := mine.Query{ID: "q1", Text: "polar bears", Terms: index.AnalyseQuery(x, "polar bears")}
	searcher := retrieve.New(x, weighting.BM25{K1: .9, B: .4}).Searcher()
	for i, hit := range searcher.Search(query.Terms, 10) {
		query.Docs = append(query.Docs, mine.Candidate{Doc: hit.Doc, Rank: int32(i + 1), Score: hit.Score})
	}
	axiom, err := axioms.Parse("tfc1(delta_star=0.5)")
	if err != nil {
		panic(err)
	}
	miner := mine.Miner{Index: x, Axioms: []axioms.Axiom{axiom}, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	err = miner.Run(context.Background(), []mine.Query{query}, nil, func(_ int, q *mine.Query, _ int, found *mine.Found) error {
		for _, pair := range found.Pairs[0] {
			fmt.Println(axiom, "prefers", q.Docs[pair.Pos].ID(x), "over", q.Docs[pair.Neg].ID(x))
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(math.Round(100*query.Docs[0].Score)/100, query.Docs[0].ID(x))
	// Output:
	// tfc1(delta_star=0.5) prefers ice over zoo
	// tfc1(delta_star=0.5) prefers ice over market
	// tfc1(delta_star=0.5) prefers zoo over market
	// 0.41 ice
}
