package analysis

import (
	"strings"

	porter "github.com/blevesearch/go-porterstemmer"
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
	"github.com/kljensen/snowball/english"
)

// stemmer returns the stem of a lower-cased word.
type stemmer func(word string) string

// snowballPrefix begins the name of a stemmer of the Snowball project.
const snowballPrefix = "snowball:"

// stemmers other than English want the unicode tokenizer: alnum cuts words at accented letters. English is that of
// kljensen/snowball, many times as fast; the others are what Snowball's own compiler made of its programs.
var stemmers = map[string]stemmer{
	None:                  func(word string) string { return word },
	"porter":              porter.StemString,
	"snowball:arabic":     snowball(arabic.Stem),
	"snowball:danish":     snowball(danish.Stem),
	"snowball:dutch":      snowball(dutch.Stem),
	"snowball:english":    func(word string) string { return english.Stem(word, true) }, // which words to drop is the stop list's business
	"snowball:finnish":    snowball(finnish.Stem),
	"snowball:french":     snowball(french.Stem),
	"snowball:german":     snowball(german.Stem),
	"snowball:hungarian":  snowball(hungarian.Stem),
	"snowball:irish":      snowball(irish.Stem),
	"snowball:italian":    snowball(italian.Stem),
	"snowball:norwegian":  snowball(norwegian.Stem),
	"snowball:portuguese": snowball(portuguese.Stem),
	"snowball:romanian":   snowball(romanian.Stem),
	"snowball:russian":    withoutYo(snowball(russian.Stem)),
	"snowball:spanish":    snowball(spanish.Stem),
	"snowball:swedish":    snowball(swedish.Stem),
	"snowball:tamil":      snowball(tamil.Stem),
	"snowball:turkish":    snowball(turkish.Stem),
}

// withoutYo replaces ё by е before stemming, as Snowball 2 does; the library has an older version.
func withoutYo(stem stemmer) stemmer {
	return func(word string) string { return stem(strings.ReplaceAll(word, "ё", "е")) }
}

func snowball(stem func(*snowballstem.Env) bool) stemmer {
	return func(word string) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}
