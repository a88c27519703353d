package train_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/train"
)

// A DRMM is trained on ten judged queries, with and without axiomatic pairs, and measured on the test queries.
func ExampleRunConfig() {
	loaded, err := configs.Load("", nil) // the defaults
	if err != nil {
		panic(err)
	}
	c := &loaded.Config
	c.Gen.Data = filepath.Join("..", "configs", "demo")
	c.Gen.Axioms, c.Gen.JudgedQueries = "tfc1", 10
	c.Train.Seeds, c.Train.Epochs, c.Train.Choose = 1, 2, "none" // each arm has one setting
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	result, err := train.RunConfig(context.Background(), loaded, folder)
	if err != nil {
		panic(err)
	}
	for _, arm := range result.Arms {
		fmt.Println(arm.Name)
	}
	fmt.Println("compared by", result.Headline.Measure)
	// Output:
	// judged
	// judged + axioms
	// compared by MAP
}
