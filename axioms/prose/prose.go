// Package prose cuts texts into sentences and counts what axioms on how a text is written compare.
package prose

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/axioms/internal/vector"
)

// Counts are those over the sentences of a text, for axioms on how it is written. Only sentences with a word count.
type Counts struct {
	Count  int     // sentences
	Words  int     // words, of all sentences
	Cited  int     // sentences that hold a citation: a number in square brackets, such as [2]
	Spread float64 // standard deviation, over the sentences, of the mean length of their words, in characters; 0 for none
}

// Read counts a text's sentences, which are Each's. A word is what stands between white space, without the characters
// at its ends that are neither letter nor digit; where nothing is left there is none. Stop words are words. ir_axioms takes spaCy's
// sentences and lemmas without stop words instead, or BlingFire's where that is installed.
func Read(text string) Counts {
	var s Counts
	var some [16]float64 // as many as most texts have, without an allocation
	means := some[:0]
	words, characters, cited := 0, 0, false // of the sentence
	first, last, more := -1, 0, 0           // the ends of the word in characters: bytes less the second and more of each character before
	for i := 0; i <= len(text); i++ {
		kind := lineEnd // the text's end is one
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
			cited = cited || cites(text[i+1:])
			continue
		case otherwise:
			continue
		case stop:
			if !opens(text[i+1:]) {
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
			if cited {
				s.Cited++
			}
			means = append(means, float64(characters)/float64(words))
		}
		words, characters, cited = 0, 0, false
	}
	s.Spread = vector.Deviation(len(means), func(i int) float64 { return means[i] })
	return s
}

// Each cuts a text behind ends of lines and behind full stops, question and exclamation marks before a space and no small
// letter; it gives where each begins and ends. No model asks for abbreviations, so that a sentence ends behind "Dr." too.
func Each(text string) iter.Seq2[int, int] {
	return func(yield func(begin, end int) bool) {
		begin := 0
		upTo := func(end int) bool {
			from := begin
			begin = end
			return strings.TrimSpace(text[from:end]) == "" || yield(from, end)
		}
		for i, r := range text {
			ends := false
			switch r {
			case '\n', '。', '！', '？':
				ends = true
			case '.', '!', '?':
				ends = opens(text[i+1:])
			}
			if ends && !upTo(i+utf8.RuneLen(r)) {
				return
			}
		}
		upTo(len(text))
	}
}

// opens says whether a sentence may begin in a text behind a full stop: a space, then no small letter.
func opens(rest string) bool {
	trimmed := strings.TrimLeft(rest, " \t\"')")
	first, _ := utf8.DecodeRuneInString(trimmed)
	return rest == "" || len(trimmed) < len(rest) && !unicode.IsLower(first)
}
