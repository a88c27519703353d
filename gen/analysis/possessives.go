package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// withoutPossessives removes 's and 'S at the end of words, the apostrophe being U+0027, U+2019 or U+FF07, as Lucene's
// EnglishPossessiveFilter does. Without it an s of its own is left of them.
func withoutPossessives(text string) string {
	const apostrophes = "'\u2019\uff07"
	if !strings.ContainsAny(text, apostrophes) {
		return text
	}
	var b strings.Builder
	kept := 0 // text[:kept] is in b, or was left out
	for at := 0; at < len(text); {
		i := strings.IndexAny(text[at:], apostrophes)
		if i < 0 {
			break
		}
		i += at
		_, size := utf8.DecodeRuneInString(text[i:])
		end := i + size
		at = end
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		if end == len(text) || text[end] != 's' && text[end] != 'S' || !ofWord(before) {
			continue
		}
		if after, n := utf8.DecodeRuneInString(text[end+1:]); n > 0 && ofWord(after) {
			continue
		}
		b.WriteString(text[kept:i])
		kept, at = end+1, end+1
	}
	b.WriteString(text[kept:])
	return b.String()
}

func ofWord(r rune) bool {
	return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.N)
}
