package analysis_test

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/analysis"
)

// A text becomes terms: by the defaults, and with the stop list and the stemmer of German.
func Example() {
	options := analysis.Defaults()
	options.Stemmer = "snowball:german"
	options.Stopwords = "german"
	german, err := analysis.New(options)
	if err != nil {
		panic(err)
	}
	english, err := analysis.New(analysis.Defaults())
	if err != nil {
		panic(err)
	}
	fmt.Println(english.Terms("The whales were singing of O'Neill's ships"))
	fmt.Println(german.Terms("Die Wale sangen von den Schiffen"))
	// Output:
	// [the whale were sing of o neill s ship]
	// [wal sang schiff]
}
