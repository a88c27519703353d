package trainset

import (
	"slices"
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
	for _, joins := range []bool{true, false} { // an accent is part of its letter, or divides words as a vowel sign of an Indian script does
		if begin, end, ok = markedStretch(text, words, first, last, joins); ok {
			return begin, end, true
		}
	}
	return 0, 0, false
}

// markedStretch returns Stretch of a text in which marks behind letters join words, or divide them.
func markedStretch(text string, words []uint32, first, last int, joins bool) (begin, end int, ok bool) {
	number, inside, character := -1, false, 0
	firstByte, endByte := 0, 0
	for i, r := range text {
		isWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		if isWord && !inside {
			if number++; number == first {
				firstByte, begin = i, character
			}
		}
		character++
		switch {
		case isWord || joins && inside && unicode.Is(unicode.M, r):
			if inside = true; number == last {
				endByte, end = i+utf8.RuneLen(r), character
			}
		case !unicode.Is(unicode.Cf, r): // soft hyphens and the like divide no word
			inside = false
		}
	}
	return begin, end, number >= last && slices.Equal(Words(nil, text[firstByte:endByte]), words[first:last+1])
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
