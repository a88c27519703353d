package basic

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words does what HF's BertPreTokenizer does: it calls yield with every stretch of normalised text
// between spaces. Each punctuation character is a word of its own.
func Words(text string, yield func(word string)) {
	for part := range strings.SplitSeq(text, " ") {
		start := 0
		for i, r := range part {
			if !IsPunctuation(r) {
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

// IsPunctuation reports whether r is ASCII punctuation or an ASCII symbol, or Unicode punctuation
// elsewhere.
func IsPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return '!' <= r && r <= '/' || ':' <= r && r <= '@' || '[' <= r && r <= '`' || '{' <= r && r <= '~'
	}
	return unicode.IsPunct(r) && !latePunctuation.Has(r) || r == earlyPunctuation[0] || r == earlyPunctuation[1]
}
