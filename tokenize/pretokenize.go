package tokenize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// words is HF's BertPreTokenizer: it calls yield with every stretch of normalised text between spaces, where each
// punctuation character is a word of its own.
func words(normalised string, yield func(word string)) {
	for part := range strings.SplitSeq(normalised, " ") {
		start := 0
		for i, r := range part {
			if !isPunctuation(r) {
				continue
			}
			if start < i {
				yield(part[start:i])
			}
			start = i + utf8.RuneLen(r)
			yield(part[i:start])
		}
		if start < len(part) {
			yield(part[start:])
		}
	}
}

// isPunctuation is ASCII's punctuation and symbols, and Unicode's punctuation elsewhere.
func isPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return '!' <= r && r <= '/' || ':' <= r && r <= '@' || '[' <= r && r <= '`' || '{' <= r && r <= '~'
	}
	return unicode.IsPunct(r) && !latePunctuation.has(r) || r == earlyPunctuation[0] || r == earlyPunctuation[1]
}
