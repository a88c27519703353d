package analysis

import (
	"slices"
	"sort"
	"strings"
	"unicode"
)

// language is a language with a stemmer or a stop list.
type language struct {
	name   string // the name of the stemmer or stop list, in lower case
	script *script
}

// script is a writing system, with the name that messages use.
type script struct {
	name      string
	tables    []*unicode.RangeTable
	languages string // the names of its languages, separated by spaces
}

// scripts lists the scripts in the order in which a letter is looked up. otherScripts is the script of all other letters.
var (
	scripts = []*script{
		latinScript,
		{"Cyrillic", []*unicode.RangeTable{unicode.Cyrillic}, "bulgarian russian"},
		chineseScript,
		{"Arabic", []*unicode.RangeTable{unicode.Arabic}, "arabic persian"},
		{"Hangul", []*unicode.RangeTable{unicode.Hangul}, "korean"},
		{"Greek", []*unicode.RangeTable{unicode.Greek}, "greek"},
		{"Devanagari", []*unicode.RangeTable{unicode.Devanagari}, "hindi"},
		{"Tamil", []*unicode.RangeTable{unicode.Tamil}, "tamil"},
		{"Armenian", []*unicode.RangeTable{unicode.Armenian}, "armenian"},
		unsegmented,
	}
	latinScript = &script{"Latin", []*unicode.RangeTable{unicode.Latin}, "basque catalan croatian czech danish dutch english finnish french " +
		"galician german hungarian indonesian irish italian norwegian portuguese romanian spanish swedish turkish"}
	chineseScript = &script{"Chinese characters or kana", []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana},
		"chinese japanese"}
	unsegmented  = &script{"Thai, Lao, Khmer or Burmese", []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}, ""}
	otherScripts = &script{"of a script without a stemmer here", nil, ""}
)

// languages lists the languages of all scripts, by name.
var languages = func() (list []language) {
	for _, s := range scripts {
		for _, name := range strings.Fields(s.languages) {
			list = append(list, language{name, s})
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name })
	return list
}()

// languageNamed returns the language with a name, nil if there is none.
func languageNamed(name string) *language {
	for i := range languages {
		if languages[i].name == name {
			return &languages[i]
		}
	}
	return nil
}

// language returns the language of the stemmer, or of the stop list if the stemmer has none; nil if neither has one.
func (o Options) language() *language {
	name, snowball := strings.CutPrefix(o.Stemmer, snowballPrefix)
	switch {
	case snowball:
	case o.Stemmer == "porter" || o.Stopwords == "lucene":
		name = "english"
	default:
		name = o.Stopwords
	}
	return languageNamed(name)
}

// Census counts the letters of texts by script, and the words by the stop lists that have them. The zero value is empty.
type Census struct {
	letters   int
	foreign   int             // the number of letters outside ASCII
	scripts   map[*script]int // the number of letters of each script
	kana      int             // the number of letters of Hiragana and Katakana
	words     int
	stopWords map[*language]int      // the number of words in the stop list of each language
	lists     map[string][]*language // for each stop word, the languages whose lists have it
	buffer    []byte
}

// Add counts a text.
func (c *Census) Add(text string) {
	if c.lists == nil {
		c.scripts, c.stopWords, c.lists = map[*script]int{}, map[*language]int{}, map[string][]*language{}
		for i := range languages {
			l := &languages[i]
			for _, word := range stopTokens(everyScript, slices.Values(StopWords(l.name))) {
				c.lists[word] = append(c.lists[word], l)
			}
		}
	}
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		c.letters++
		c.scripts[scriptOf(r)]++
		if r > unicode.MaxASCII {
			c.foreign++
		}
		if unicode.In(r, unicode.Hiragana, unicode.Katakana) {
			c.kana++
		}
	}
	c.buffer = everyScript(text, c.buffer, func(token []byte) {
		c.words++
		for _, l := range c.lists[string(token)] {
			c.stopWords[l]++
		}
	})
}

func scriptOf(r rune) *script {
	if r <= unicode.MaxASCII {
		return latinScript
	}
	for _, s := range scripts {
		if unicode.In(r, s.tables...) {
			return s
		}
	}
	return otherScripts
}

// Foreign describes how texts do not fit an analyser. Shares are from 0 to 1.
type Foreign struct {
	Analyser string  // the language of the analyser; empty if it has none
	Language string  // the language of the texts; empty if it is unknown or does not matter
	Script   string  // the script of most letters if the analyser's language has another script; empty if it has not
	Letters  float64 // the share of the letters that are of the most frequent script; by rule 3, the share outside ASCII
	Words    float64 // the share of the words that are stop words of Language
	OwnShare float64 // the share of the words that are stop words of the analyser's language
	Uncut    bool    // true if the tokenizers do not find the words of Script
}

// The rules of Census.Foreign.
const (
	mostLetters = 0.5  // a script has more than half of the letters
	stopShare   = 0.2  // minimum share of a language's stop words, which must also be twice the share of the analyser's language
	nameShare   = 0.05 // minimum share of stop words to name one of several languages of a script
	fewestWords = 100  // minimum number of words for rule 2
	kanaShare   = 0.1  // minimum share of kana in Chinese script by which texts are Japanese
	cutLetters  = 0.01 // minimum share of letters outside ASCII, at which alnum and alpha cut words
)

// Foreign returns how the counted texts do not fit an analyser; ok is false if they fit. It applies the first rule that holds:
//
// 1. More than half of the letters have another script than the analyser's language.
//
// 2. Of at least 100 words, a fifth are stop words of another language, at least twice as many as those of the analyser's language.
//
// 3. For the tokenizers alnum and alpha: one letter in a hundred is outside ASCII.
//
// Only rule 3 applies to an analyser without a language, and none to word pieces.
func (c *Census) Foreign(o Options) (f Foreign, ok bool) {
	if c.letters == 0 || o.Tokenizer == WordPiece {
		return f, false
	}
	main := c.mainScript()
	if target := o.language(); target != nil {
		likely := c.likelyLanguage(main)
		f = Foreign{Analyser: target.name, Words: c.share(likely), OwnShare: c.share(target),
			Letters: float64(c.scripts[main]) / float64(c.letters)}
		if likely != nil {
			f.Language = likely.name
		}
		if main != target.script && f.Letters > mostLetters {
			f.Script, f.Uncut = main.name, main == unsegmented
			return f, true
		}
		if likely != nil && likely != target && c.words >= fewestWords && f.Words >= stopShare && f.Words >= 2*f.OwnShare {
			return f, true
		}
	}
	f = Foreign{Letters: float64(c.foreign) / float64(c.letters)}
	return f, (o.Tokenizer == "alnum" || o.Tokenizer == "alpha") && f.Letters >= cutLetters
}

// mainScript returns the script with the most letters; at a tie the first in scripts.
func (c *Census) mainScript() *script {
	main := otherScripts
	for _, s := range scripts {
		if c.scripts[s] > c.scripts[main] {
			main = s
		}
	}
	return main
}

// likelyLanguage returns the language of a script whose stop words are most frequent, or the only language of the script. It returns nil
// if these stop words are less than a twentieth of the words. Kana decide between Japanese and Chinese.
func (c *Census) likelyLanguage(s *script) *language {
	if s == chineseScript {
		if float64(c.kana) >= kanaShare*float64(c.scripts[s]) {
			return languageNamed("japanese")
		}
		return languageNamed("chinese")
	}
	var best *language
	n := 0
	for i := range languages {
		if l := &languages[i]; l.script == s {
			n++
			if best == nil || c.stopWords[l] > c.stopWords[best] {
				best = l
			}
		}
	}
	if n > 1 && c.share(best) < nameShare {
		return nil
	}
	return best
}

// share returns the share of the words that are stop words of a language; 0 for nil.
func (c *Census) share(l *language) float64 {
	if l == nil || c.words == 0 {
		return 0
	}
	return float64(c.stopWords[l]) / float64(c.words)
}
