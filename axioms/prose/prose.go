// Package prose cuts texts into sentences and counts what axioms on the style of a text compare.
package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/axioms/internal/feature"
)

// Counts are counts over the sentences of a text. Only sentences with a word count.
type Counts struct {
	Count  int     // sentences
	Words  int     // words, of all sentences
	Cited  int     // sentences that hold a citation: a number in square brackets, such as [2]
	Spread float64 // standard deviation, over the sentences, of the mean length of their words, in characters; 0 for none
}

// Read counts a text's sentences. A sentence ends at the end of a line, and after a full stop,
// question or exclamation mark before a space and no small letter. There is no list of
// abbreviations, so a sentence ends after "Dr." too. A word is the text between white space,
// without the characters at its ends that are neither letter nor digit; where nothing is left there
// is no word. Stop words are words. ir_axioms takes spaCy's sentences and lemmas without stop words
// instead, or BlingFire's where that is installed.
func Read(text string) Counts {
	var s Counts
	var means []float64
	words, characters, hasCitation := 0, 0, false // of the sentence
	first, last, place := -1, 0, 0                // the ends of the word, and the place of the character, in characters
	endWord := func() {
		if first >= 0 {
			words++
			characters += last - first + 1
			first = -1
		}
	}
	endSentence := func() {
		if endWord(); words > 0 {
			s.Count++
			s.Words += words
			if hasCitation {
				s.Cited++
			}
			means = append(means, float64(characters)/float64(words))
		}
		words, characters, hasCitation = 0, 0, false
	}
	for i, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if last = place; first < 0 {
				first = place
			}
		case r == '\n' || r == '。' || r == '！' || r == '？' || (r == '.' || r == '!' || r == '?') && canBegin(text[i+1:]):
			endSentence()
		case unicode.IsSpace(r):
			endWord()
		case r == '[':
			hasCitation = hasCitation || isCitation(text[i+1:])
		}
		place++
	}
	endSentence()
	s.Spread = feature.Deviation(len(means), func(i int) float64 { return means[i] })
	return s
}

// canBegin reports whether a sentence may begin in the text after a full stop: a space, then no
// small letter.
func canBegin(rest string) bool {
	start := strings.TrimLeft(rest, " \t\"')")
	char, _ := utf8.DecodeRuneInString(start)
	return rest == "" || len(start) < len(rest) && !unicode.IsLower(char)
}

// isCitation reports whether an opening square bracket begins a citation with the text after it:
// digits, then a closing bracket.
func isCitation(rest string) bool {
	end := strings.TrimLeft(rest, "0123456789")
	return len(end) < len(rest) && strings.HasPrefix(end, "]")
}
