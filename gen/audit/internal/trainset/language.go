package trainset

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/axiomine/axiomine/gen/analysis"
)

// Language is the language of a text, or its script if several languages have it; 0 if it is unknown.
type Language uint8

// languageNames are the names by Language: for each script the only language or the script, then stopLanguages.
var languageNames = append([]string{"", "", "Greek", "Cyrillic letters", "Arabic letters", "Hebrew", "Devanagari letters", "", "Thai", "Lao", "Khmer",
	"Burmese", "Korean", "Japanese", "Chinese characters", "Chinese"}, stopLanguages...)

const chinese = Language(han) + 1

// stopLanguages are the languages that stop words identify. Package analysis has the stop lists.
var stopLanguages = []string{"English", "German", "Dutch", "French", "Italian", "Romanian", "Spanish", "Portuguese", "Galician", "Catalan", "Danish",
	"Norwegian", "Swedish", "Finnish", "Hungarian", "Czech", "Croatian", "Turkish", "Indonesian", "Irish", "Basque", "Russian", "Bulgarian", "Arabic",
	"Persian", "Hindi"}

// relatives are groups of languages with so many common stop words that short texts do not identify one.
var relatives = [][]string{{"Spanish", "Portuguese", "Galician", "Catalan"}, {"Danish", "Norwegian", "Swedish"}, {"Czech", "Croatian"},
	{"Russian", "Bulgarian"}}

func (l Language) String() string { return languageNames[l] }

// Differs reports whether two texts are certainly of different languages.
func (l Language) Differs(other Language) bool {
	if l == 0 || other == 0 || l == other || l.kin() == other.kin() {
		return false
	}
	a, b := l.script(), other.script()
	return a != b || Language(a) != l && Language(b) != other
}

// script returns the script of a language. That of Japanese and Chinese is han.
func (l Language) script() script {
	switch {
	case l == Language(kana) || l == chinese:
		return han
	case l < chinese:
		return script(l)
	}
	return cmp.Or(stopScripts[l.String()], latin)
}

// stopScripts are the scripts of stopLanguages without Latin letters.
var stopScripts = map[string]script{"Russian": cyrillic, "Bulgarian": cyrillic, "Arabic": arabic, "Persian": arabic, "Hindi": devanagari}

// kin returns the first language of the group of relatives that has l; the name of l if no group has it.
func (l Language) kin() string {
	name := l.String()
	for _, list := range relatives {
		if slices.Contains(list, name) {
			return list[0]
		}
	}
	return name
}

// The bounds for identifying a language.
const (
	scriptShare = 2.0 / 3 // minimum share of the words that are of the script
	kanaShare   = 0.1     // minimum share of kana among the characters of Chinese and Japanese in a Japanese text
	hanLeast    = 20      // minimum number of characters without kana of a Chinese text: fewer may be Japanese
	stopLeast   = 4       // minimum number of stop words
	stopShare   = 0.2     // minimum share of the words that are stop words
	stopLead    = 1.5     // minimum factor to the stop words of any other language
	wordsLooked = 200     // maximum number of words that are looked up
)

// stopWords returns the languages of each stop word, a bit for each of stopLanguages.
var stopWords = sync.OnceValue(func() map[uint32]uint32 {
	lists := map[uint32]uint32{}
	for i, name := range stopLanguages {
		for _, word := range analysis.StopWords(strings.ToLower(name)) {
			for _, hash := range Words(nil, word) {
				lists[hash] |= 1 << i
			}
		}
	}
	return lists
})

// languageOf returns the language of a text. counts has the numbers of its words by script, and all is their sum.
func languageOf(counts *scriptCounts, all int, words []uint32) Language {
	main := noScript
	for s := range numScripts {
		if counts[s] > counts[main] {
			main = s
		}
	}
	number := counts[main]
	if main == kana || main == han {
		number = counts[kana] + counts[han]
	}
	switch {
	case float64(number) < scriptShare*float64(all):
		return 0
	case main == kana || main == han:
		switch {
		case float64(counts[kana]) >= kanaShare*float64(number):
			return Language(kana)
		case number >= hanLeast:
			return chinese
		}
		return Language(han)
	case main == latin || main == cyrillic || main == arabic || main == devanagari:
		if best := stopLanguageOf(words); best.script() == main {
			return best
		}
	}
	if main == latin || main == otherScript { // names and formulas are in texts of all languages
		return 0
	}
	return Language(main)
}

// stopLanguageOf returns the language with the most stop words in a text; 0 if the bounds are not reached.
func stopLanguageOf(words []uint32) Language {
	var counts [32]int
	lists := stopWords()
	words = words[:min(len(words), wordsLooked)]
	for _, word := range words {
		for list := lists[word]; list != 0; list &= list - 1 {
			counts[bits.TrailingZeros32(list)]++
		}
	}
	best, second := 0, 0
	for i, n := range counts {
		if n > counts[best] {
			best = i
		}
	}
	language := chinese + 1 + Language(best)
	for i := range stopLanguages {
		if other := chinese + 1 + Language(i); other.kin() != language.kin() {
			second = max(second, counts[i])
		}
	}
	if n := counts[best]; n < stopLeast || float64(n) < stopShare*float64(len(words)) || float64(n) < stopLead*float64(second) {
		return 0
	}
	return language
}

// The ways to divide a text of a script into words.
const (
	ofWords = iota // at spaces
	inPairs        // into pairs of neighbouring characters: kana, Hangul, Thai, Lao, Khmer, Burmese
	alone          // into characters: Chinese characters, Yi
)

// hanZero is a Chinese character that Unicode does not count among the letters.
const hanZero = '\u3007'

// unspaced returns the way to divide a text of the script of a letter.
func unspaced(r rune) int {
	switch {
	case r < 0x0e00:
		return ofWords
	case r < 0x0f00, // Thai, Lao
		0x1000 <= r && r < 0x10a0, 0xa9e0 <= r && r < 0xaa00, 0xaa60 <= r && r < 0xaa80, // Burmese
		0x1100 <= r && r < 0x1200, 0x3130 <= r && r < 0x3190, 0xa960 <= r && r < 0xa980, 0xac00 <= r && r < 0xd800, // Hangul
		0x1780 <= r && r < 0x1800,                                                                                    // Khmer
		0x3041 <= r && r < 0x3130, 0x31a0 <= r && r < 0x3200, 0xff66 <= r && r < 0xffe0, 0x1aff0 <= r && r < 0x1b170: // kana, Bopomofo
		return inPairs
	case r == 0x3005, r == hanZero, r == 0x303b, r == 0x16fe3, 0x3400 <= r && r < 0xa4d0, 0xf900 <= r && r < 0xfb00, 0x20000 <= r:
		return alone
	}
	return ofWords
}

// script is a writing system.
type script uint8

// The scripts. Those with spaces between words are first.
const (
	noScript script = iota
	latin
	greek
	cyrillic
	arabic
	hebrew
	devanagari
	otherScript
	thai
	lao
	khmer
	burmese
	hangul
	kana
	han
	numScripts
	firstUnspaced = thai
)

// scriptTables are Unicode's tables of the scripts, in the order in which a letter is looked up.
var scriptTables = []struct {
	script script
	tables []*unicode.RangeTable
}{
	{latin, []*unicode.RangeTable{unicode.Latin}},
	{greek, []*unicode.RangeTable{unicode.Greek}},
	{cyrillic, []*unicode.RangeTable{unicode.Cyrillic}},
	{arabic, []*unicode.RangeTable{unicode.Arabic}},
	{hebrew, []*unicode.RangeTable{unicode.Hebrew}},
	{devanagari, []*unicode.RangeTable{unicode.Devanagari}},
	{thai, []*unicode.RangeTable{unicode.Thai}},
	{lao, []*unicode.RangeTable{unicode.Lao}},
	{khmer, []*unicode.RangeTable{unicode.Khmer}},
	{burmese, []*unicode.RangeTable{unicode.Myanmar}},
	{hangul, []*unicode.RangeTable{unicode.Hangul}},
	{kana, []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana}},
	{han, []*unicode.RangeTable{unicode.Han, unicode.Bopomofo, unicode.Yi}},
}

// frequent has ranges of the most frequent letters, which are looked up first.
var frequent = []struct {
	from, to rune
	script   script
}{
	{0, 0x24f, latin}, {0x391, 0x3cf, greek}, {0x400, 0x52f, cyrillic}, {0x5d0, 0x5ea, hebrew}, {0x620, 0x64a, arabic}, {0x904, 0x939, devanagari},
	{0xe01, 0xe30, thai}, {0x3041, 0x3096, kana}, {0x30a1, 0x30fa, kana}, {0x4e00, 0x9fff, han}, {0xac00, 0xd7a3, hangul},
}

// scriptOf returns the script of a letter that is not ASCII.
func scriptOf(r rune) script {
	for i := range frequent {
		if f := &frequent[i]; f.from <= r && r <= f.to {
			return f.script
		}
	}
	for _, s := range scriptTables {
		if unicode.In(r, s.tables...) {
			return s.script
		}
	}
	return otherScript
}
