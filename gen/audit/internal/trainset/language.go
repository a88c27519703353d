package trainset

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/gen/analysis"
)

// Language is the language of a text, as far as the text tells: 0 if it does not.
type Language uint8

// languageNames are the languages that a script tells, in the order of scripts, and then those that stop words tell.
var languageNames = append([]string{"", "", "Greek", "Cyrillic letters", "Arabic letters", "Hebrew", "Devanagari letters", "", "Thai", "Lao", "Khmer",
	"Burmese", "Korean", "Japanese", "Chinese characters", "Chinese"}, stopLanguages...)

const chinese = Language(han) + 1

// stopLanguages are those of which more than one may have a script. The stop lists of each are in package analysis.
var stopLanguages = []string{"English", "German", "Dutch", "French", "Italian", "Romanian", "Spanish", "Portuguese", "Galician", "Catalan", "Danish",
	"Norwegian", "Swedish", "Finnish", "Hungarian", "Czech", "Croatian", "Turkish", "Indonesian", "Irish", "Basque", "Russian", "Bulgarian", "Arabic",
	"Persian", "Hindi"}

// relatives are languages that share so many stop words that short texts do not tell them apart.
var relatives = [][]string{{"Spanish", "Portuguese", "Galician", "Catalan"}, {"Danish", "Norwegian", "Swedish"}, {"Czech", "Croatian"},
	{"Russian", "Bulgarian"}}

func (l Language) String() string { return languageNames[l] }

// Differs reports whether two texts are of different languages, as far as they tell.
func (l Language) Differs(other Language) bool {
	if l == 0 || other == 0 || l == other || l.kin() == other.kin() {
		return false
	}
	a, b := l.script(), other.script()
	return a != b || Language(a) != l && Language(b) != other
}

// script returns the script of a language. Japanese has Chinese characters, too.
func (l Language) script() script {
	switch {
	case l == Language(kana) || l == chinese:
		return han
	case l < chinese:
		return script(l)
	}
	switch l.String() {
	case "Russian", "Bulgarian":
		return cyrillic
	case "Arabic", "Persian":
		return arabic
	case "Hindi":
		return devanagari
	}
	return latin
}

// kin returns the first language that one is not told apart from: itself, for most.
func (l Language) kin() string {
	name := l.String()
	for _, list := range relatives {
		if slices.Contains(list, name) {
			return list[0]
		}
	}
	return name
}

// Bounds of what tells a language.
const (
	scriptShare = 2.0 / 3 // of the words, of the script
	kanaShare   = 0.1     // of the characters of Chinese and Japanese: fewer are Chinese
	hanLeast    = 20      // characters without kana that are Chinese; fewer may be Japanese
	stopLeast   = 4       // stop words
	stopShare   = 0.2     // of the words
	stopLead    = 1.5     // times those of any other language
	wordsLooked = 200     // at the beginning of a text
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

// languageOf returns the language of a text, by its words, and how many of them each script has.
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

// stopLanguageOf returns the language whose stop words a text has; 0 if no language has clearly the most.
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
