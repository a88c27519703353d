package queries

import (
	"math/rand/v2"
	"strings"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/errs"
)

// Method is a way to make a query of a document.
type Method struct {
	Name, Doc string
	make      func(*document) string // empty where the document gives none
	pairs     bool                   // it asks how often words follow each other
}

// Methods are all of them, but for the queries of a file.
var Methods = []Method{
	{Name: "terms", Doc: "words that the document prefers to the collection", make: terms},
	{Name: "phrases", Doc: "its collocations", make: phrases, pairs: true},
	{Name: "sentence", Doc: "a sentence of the document, or a window of a long one", make: sentence},
	{Name: "contrast", Doc: "a word that it shares with its neighbours, and words that divide it from them", make: contrast},
}

// ParseMethods reads names with commas between them.
func ParseMethods(names []string) (list []Method, err error) {
	var allNames []string
	byName := map[string]Method{}
	for _, m := range Methods {
		allNames, byName[m.Name] = append(allNames, m.Name), m
	}
	for _, name := range names {
		m, ok := byName[name]
		if !ok {
			return nil, errs.BadUsage(errs.Suggestion(name, allNames...)+"there are "+strings.Join(allNames, ", ")+", and file alone",
				"there is no method %q of making queries", name)
		}
		list = append(list, m)
	}
	if len(list) == 0 {
		return nil, errs.BadUsage("there are "+strings.Join(allNames, ", "), "no method of making queries is named")
	}
	return list, nil
}

// document is what a method makes a query of.
type document struct {
	*text
	x      index.Reader
	number uint32
	words  float64 // the mean length of queries
	rng    *rand.Rand

	searcher  *retrieve.Searcher
	following *following // nil where no method asks
}
