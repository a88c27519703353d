package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// withoutPossessives returns a text without 's and 'S at the end of words, as Lucene's
// EnglishPossessiveFilter does. The apostrophe is U+0027, U+2019 or U+FF07. Otherwise a token s would
// remain.
func withoutPossessives(text string) string {
	const apostrophes = "'\u2019\uff07"
	if !strings.ContainsAny(text, apostrophes) {
		return text
	}
	var b strings.Builder
	start := 0 // text[:kept] is in b, or was left out
	for pos := 0; pos < len(text); {
		i := strings.IndexAny(text[pos:], apostrophes)
		if i < 0 {
			break
		}
		i += pos
		_, size := utf8.DecodeRuneInString(text[i:])
		end := i + size
		pos = end
		previous, _ := utf8.DecodeLastRuneInString(text[:i])
		if end == len(text) || text[end] != 's' && text[end] != 'S' || !isWordRune(previous) {
			continue
		}
		if next, n := utf8.DecodeRuneInString(text[end+1:]); n > 0 && isWordRune(next) {
			continue
		}
		b.WriteString(text[start:i])
		start, pos = end+1, end+1
	}
	b.WriteString(text[start:])
	return b.String()
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.N)
}
