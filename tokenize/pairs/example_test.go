package pairs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Pairs are kept as Parquet and read back.
func ExampleWrite() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	table := pairs.TableOf([]pairs.Pair{{
		UID: pairs.NewUID("ranking", "tfc1", "q1", "d1", "d2", 0), Task: "ranking", Axiom: "tfc1", Source: pairs.Axiomatic,
		QueryID: "q1", PosID: "d1", NegID: "d2", PosLabel: 1, Weight: 1, Margin: 1,
	}})
	name := filepath.Join(folder, "train.parquet")
	file, err := os.Create(name)
	if err != nil {
		panic(err)
	}
	if err := pairs.Write(context.Background(), file, table, 1, nil); err != nil {
		panic(err)
	}
	if err := file.Close(); err != nil {
		panic(err)
	}
	table, err = pairs.Read(context.Background(), name, nil)
	if err != nil {
		panic(err)
	}
	for _, p := range table.All() {
		fmt.Println(p.Axiom, "prefers", p.PosID, "over", p.NegID, "for", p.QueryID)
	}
	// Output:
	// tfc1 prefers d1 over d2 for q1
}
