package analysis

import (
	porter "github.com/blevesearch/go-porterstemmer"
	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// stemmer maps a lower-cased word to its stem.
type stemmer func(word string) string

// Languages other than English want the unicode tokenizer: alnum cuts words at accented letters.
var stemmers = map[string]stemmer{
	None:                 func(word string) string { return word },
	"porter":             porter.StemString,
	"snowball:english":   snowball(english.Stem),
	"snowball:french":    snowball(french.Stem),
	"snowball:hungarian": snowball(hungarian.Stem),
	"snowball:norwegian": snowball(norwegian.Stem),
	"snowball:russian":   snowball(russian.Stem),
	"snowball:spanish":   snowball(spanish.Stem),
	"snowball:swedish":   snowball(swedish.Stem),
}

// snowball stems the library's stop words too: which words to drop is the stop list's business.
func snowball(stem func(word string, stemStopwords bool) string) stemmer {
	return func(word string) string { return stem(word, true) }
}
