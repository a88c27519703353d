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
	var some [16]float64 // as many as most texts have, without an allocation
	means := some[:0]
	words, characters, hasCitation := 0, 0, false // of the sentence
	first, last, more := -1, 0, 0                 // the ends of the word in characters; more counts the continuation bytes so far
	for i := 0; i <= len(text); i++ {
		kind := lineEnd // the text's end is a line end
		if i < len(text) {
			kind = kinds[text[i]]
		}
		if kind == notASCII {
			var width int
			kind, width = kindOf(text[i:])
			i, more = i+width-1, more+width-1
		}
		switch kind {
		case inWord:
			if first < 0 {
				first = i - more
			}
			for i+1 < len(text) && kinds[text[i+1]] == inWord {
				i++
			}
			last = i - more
			continue
		case bracket:
			hasCitation = hasCitation || cites(text[i+1:])
			continue
		case otherwise:
			continue
		case stop:
			if !canBegin(text[i+1:]) {
				continue
			}
		}
		if first >= 0 {
			words++
			characters += last - first + 1
			first = -1
		}
		if kind == blank {
			continue
		}
		if words > 0 {
			s.Count++
			s.Words += words
			if hasCitation {
				s.Cited++
			}
			means = append(means, float64(characters)/float64(words))
		}
		words, characters, hasCitation = 0, 0, false
	}
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
