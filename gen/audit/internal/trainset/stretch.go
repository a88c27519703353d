package trainset

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stretch returns where some words of a text stand that follow each other: the place of the first character and the one behind the last,
// counted in characters from 0. words are all words of the text, as Words returns them; the stretch is those from first up to last. ok is
// false if they are not found: few texts whose folded form divides into other words than they do.
func Stretch(text string, words []uint32, first, last int) (begin, end int, ok bool) {
	if isPlain(text) {
		begin, end = plainStretch(text, first, last)
		return begin, end, true
	}
	number, firstByte, endByte := 0, 0, 0
	eachWord(text, func(wordBegin, wordEnd int) {
		if number == first {
			firstByte = wordBegin
		}
		if number == last {
			endByte = wordEnd
		}
		number++
	})
	stretch := strings.TrimRightFunc(text[firstByte:max(firstByte, endByte)], func(r rune) bool { return unicode.Is(unicode.Cf, r) })
	begin = utf8.RuneCountInString(text[:firstByte])
	return begin, begin + utf8.RuneCountInString(stretch), number > last && slices.Equal(Words(nil, stretch), words[first:last+1])
}

// plainStretch returns Stretch of a plain text.
func plainStretch(text string, first, last int) (begin, end int) {
	number := -1
	for i := range len(text) {
		isWord := kinds[text[i]] >= small
		if isWord && (i == 0 || kinds[text[i-1]] == betweenWords) {
			if number++; number == first {
				begin = i
			}
		}
		if number == last && isWord {
			end = i + 1
		}
		if number > last {
			break
		}
	}
	return begin, end
}
