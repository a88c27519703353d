package configs_test

import (
	"fmt"

	"github.com/axiomine/axiomine/configs"
)

// A preset is loaded: the defaults, and what the study did otherwise.
func ExampleLoad() {
	loaded, err := configs.Load("wikiqa", nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(loaded.Config.Gen.Tokenizer, loaded.Config.Gen.Stemmer, loaded.Config.Tokenize.MaxLength)
	// Output:
	// alnum snowball:english 256
}
