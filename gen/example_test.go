package gen_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
)

// A collection becomes pairs and shards: here the one that the program's demo embeds.
func ExampleMake() {
	loaded, err := configs.Load("", nil) // the defaults
	if err != nil {
		panic(err)
	}
	c := &loaded.Config
	c.Gen.Data = filepath.Join("..", "configs", "demo")
	c.Gen.Axioms, c.Gen.Pairs = "tfc1, m-tdc", "tfc1=100, m-tdc=50"
	c.Tokenize.OutputFormat = "st-triplet"
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	made, err := gen.Make(context.Background(), c, folder)
	if err != nil {
		panic(err)
	}
	for _, pool := range made.Report.Pools() {
		fmt.Println(pool.Axiom, pool.Drawn, "pairs")
	}
	for _, pair := range made.Sets[0].Pairs.Rows() {
		if pair.Axiom != "" {
			fmt.Println("first axiomatic pair:", pair.Axiom, "prefers", pair.PosID, "over", pair.NegID, "for query", pair.QueryID)
			break
		}
	}
	// Output:
	// tfc1 100 pairs
	// m-tdc 50 pairs
	// first axiomatic pair: m-tdc prefers glacier-01 over bees-03 for query q53
}
