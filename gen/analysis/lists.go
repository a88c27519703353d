package analysis

import (
	"bytes"
	"embed"
	"errors"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/safefile"
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
	"github.com/blevesearch/snowballstem/porter"
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

// stemmers holds the stemmers by name. The English one is from kljensen/snowball, which is faster; Snowball's own compiler made the
// others. Stemmers of other languages need the tokenizer unicode, since alnum divides words at accented letters.
var stemmers = map[string]stemmer{
	None:                  func(word string) string { return word },
	"porter":              porterStem,
	"snowball:arabic":     snowball(arabic.Stem),
	"snowball:danish":     snowball(danish.Stem),
	"snowball:dutch":      snowball(dutch.Stem),
	"snowball:english":    stemEnglish,
	"snowball:finnish":    snowball(finnish.Stem),
	"snowball:french":     snowball(french.Stem),
	"snowball:german":     snowball(german.Stem),
	"snowball:hungarian":  snowball(hungarian.Stem),
	"snowball:irish":      snowball(irish.Stem),
	"snowball:italian":    snowball(italian.Stem),
	"snowball:norwegian":  snowball(norwegian.Stem),
	"snowball:portuguese": snowball(portuguese.Stem),
	"snowball:romanian":   snowball(romanian.Stem),
	"snowball:russian": func(word string) string { // Snowball 2 replaces ё by е; the library has an older version
		return snowball(russian.Stem)(strings.ReplaceAll(word, "ё", "е"))
	},
	"snowball:spanish": snowball(spanish.Stem),
	"snowball:swedish": snowball(swedish.Stem),
	"snowball:tamil":   snowball(tamil.Stem),
	"snowball:turkish": snowball(turkish.Stem),
}

// stemEnglish returns the stem of kljensen/snowball. It asks the library, which takes a microsecond, only about words with an ending of
// Snowball's rules and words with other characters than a to z and digits.
func stemEnglish(word string) string {
	if n := len(word) - 1; n < 1 || strings.ContainsAny(word[n:], "esy") || strings.Contains("ic ed ng ci gi li ti al ul ll sm on er or nt", word[n-1:]) ||
		strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return english.Stem(word, true) // the stop list drops stop words
	}
	return word
}

// porterStem returns Porter's stem as his own program computes it. It differs from Snowball's in three points. A word of one or two
// letters is its own stem. Any double consonant except ll, ss and zz loses a letter before ed and ing. After a vowel and a consonant, bli
// becomes ble and logi becomes log (https://tartarus.org/martin/PorterStemmer).
func porterStem(word string) string {
	if utf8.RuneCountInString(word) <= 2 {
		return word
	}
	if rest, ok := undouble(word); ok {
		return porterStem(rest)
	}
	stem := snowballPorter(word)
	if !strings.HasSuffix(stem, "bli") && !strings.HasSuffix(stem, "logi") {
		return stem
	}
	m := bliOrLogi().FindStringSubmatch(word)
	if m == nil || snowballPorter(m[1]+"ness") == m[1]+"ness" { // Porter drops ness only after a vowel and a consonant
		return stem
	}
	if m[2] == "bl" {
		return snowballPorter(m[1] + "ble")
	}
	return m[1] + "log"
}

// snowballPorter returns Porter's stem as Snowball's program computes it.
var snowballPorter = snowball(porter.Stem)

// bliOrLogi matches a word that ends in bli or logi after its ending is dropped.
var bliOrLogi = lazy.Regexp(`^(.*)(bl|log)[iy](?:s|es|eds?|ings?)?$`)

// undouble returns a word without ed or ing and the second letter of a double consonant before it, if Snowball keeps that letter; ok is
// false for any other word.
func undouble(word string) (rest string, ok bool) {
	word = strings.TrimSuffix(word, "s")
	if rest, ok = strings.CutSuffix(word, "ed"); !ok {
		rest, ok = strings.CutSuffix(word, "ing")
	}
	last, size := utf8.DecodeLastRuneInString(rest)
	rest = rest[:len(rest)-size]
	before, isDouble := strings.CutSuffix(rest, string(last))
	isVowel := strings.ContainsRune("aeiou", last) || last == 'y' && strings.ContainsAny(before[max(0, len(before)-1):], "aeiou")
	return rest, ok && isDouble && !isVowel && !strings.ContainsRune("bdfglmnprstz", last) && strings.ContainsAny(rest, "aeiouy")
}

func snowball(stem func(*snowballstem.Env) bool) stemmer {
	return func(word string) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}

// tablePrefix begins the name of a stemmer that is a file of lines of word TAB stem, such as the output of Krovetz's stemmer.
const tablePrefix = "table:"

// readStems returns the lines of a table of stems in byte order; nil if file is "". It skips empty lines, and lines without a TAB that
// begin with #.
func readStems(file string) ([]string, error) {
	if file == "" {
		return nil, nil
	}
	text, err := readText(file, "stemmer", "name a file of word TAB stem")
	if err != nil {
		return nil, err
	}
	stems := map[string]string{}
	var list []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		word, stem, ok := strings.Cut(line, "\t")
		switch {
		case line == "" || !ok && line[0] == '#':
			continue
		case !ok || word == "" || stem == "" || strings.Contains(stem, "\t"):
			return nil, errs.BadInput(file, number, "write word TAB stem", "no word and stem")
		}
		switch previous, again := stems[word]; {
		case !again:
			stems[word] = stem
			list = append(list, line)
		case previous != stem:
			return nil, errs.BadInput(file, number, "keep one of them", "%q has the stems %q and %q", word, previous, stem)
		}
	}
	if len(list) == 0 {
		return nil, errs.BadInput(file, 0, "write word TAB stem, or --set stemmer=none", "the table holds no stem")
	}
	slices.Sort(list)
	return list, nil
}

// readText returns the text of a file that an option names, without its byte order mark. The file must be UTF-8.
func readText(file, option, hint string) (string, error) {
	raw, err := safefile.ReadFile(file, safefile.Whole)
	if e, ok := errors.AsType[*errs.Error](err); ok {
		return "", e
	}
	if err != nil {
		return "", errs.BadUsage(hint, "%s: %v", option, err)
	}
	number := 0
	for line := range bytes.Lines(raw) {
		if number++; !utf8.Valid(line) {
			return "", errs.BadInput(file, number, "iconv -f latin1 -t utf-8 converts it", "not UTF-8")
		}
	}
	return strings.TrimPrefix(string(raw), "\ufeff"), nil
}

// stopLists holds one stop list in each file: one word a line, in byte order. Comments in a file name its source.
//
//go:embed stoplists/*.txt
var stopLists embed.FS

// StopWords returns the words of a built-in stop list, such as german; nil if there is no list of this name.
func StopWords(name string) []string {
	text, err := stopLists.ReadFile("stoplists/" + name + ".txt")
	if err != nil {
		return nil
	}
	words := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	return slices.DeleteFunc(words, isComment)
}

func isComment(line string) bool { return strings.HasPrefix(line, "#") }

// readStopwords returns the words of the stop list that o names. It tokenizes the lines of a language's list or of a file; every token is
// a stop word. A line of a file that begins with # is a comment.
func readStopwords(o Options) ([]string, error) {
	if o.Stopwords == None {
		return nil, nil
	}
	switch words := StopWords(o.Stopwords); {
	case o.Stopwords == "english" || o.Stopwords == "lucene": // any tokenizer drops only whole words of these lists
		return words, nil
	case words != nil:
		return stopTokens(o.tokenizer(), slices.Values(words)), nil
	}
	text, err := readText(o.Stopwords, "stopwords", errs.Suggestion(o.Stopwords, StopLists()...)+
		"name none, lucene, inquery, a language such as german or a file with one word a line")
	if err != nil {
		return nil, err
	}
	list := stopTokens(o.tokenizer(), func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if !isComment(line) && !yield(line) {
				return
			}
		}
	})
	if len(list) == 0 {
		return nil, errs.BadInput(o.Stopwords, 0, "give one word a line, or --set stopwords=none", "the stop list holds no word")
	}
	return list, nil
}

// stopTokens tokenizes the words of a stop list like texts and returns the tokens in byte order, each once.
func stopTokens(cut tokenizer, words iter.Seq[string]) []string {
	var list []string
	var buffer []byte
	for word := range words {
		buffer = cut(word, buffer, func(token []byte) { list = append(list, string(token)) })
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// StopLists returns the names of the built-in stop lists.
func StopLists() []string {
	list := []string{None, "english", "lucene", "inquery"}
	for i := range languages {
		if name := languages[i].name; name != "english" && StopWords(name) != nil {
			list = append(list, name)
		}
	}
	return list
}
