package prose

import (
	"unicode"
	"unicode/utf8"
)

// kind is the class of a character for Read.
type kind uint8

const (
	otherwise kind = iota
	inWord         // a letter or digit
	blank          // white space
	lineEnd        // the end of a line or sentence
	stop           // a full stop, question or exclamation mark: the end of a sentence where another may begin
	bracket        // an opening square bracket
	notASCII       // part of a character that has one of these kinds
)

// kinds are the kinds of ASCII characters, by byte.
var kinds = func() (kinds [256]kind) {
	for c := range kinds {
		if kinds[c] = notASCII; c < utf8.RuneSelf {
			kinds[c] = kindOfRune(rune(c))
		}
	}
	return kinds
}()

func kindOfRune(r rune) kind {
	switch {
	case r == '\n' || r == '。' || r == '！' || r == '？':
		return lineEnd
	case r == '.' || r == '!' || r == '?':
		return stop
	case r == '[':
		return bracket
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return inWord
	case unicode.IsSpace(r):
		return blank
	}
	return otherwise
}

// kindOf returns the kind of a text's first character and its number of bytes.
func kindOf(text string) (k kind, width int) {
	r, width := utf8.DecodeRuneInString(text)
	return kindOfRune(r), width
}

// cites reports whether an opening square bracket begins a citation with the text after it: digits,
// then a closing bracket.
func cites(rest string) bool {
	n := 0
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	return n > 0 && n < len(rest) && rest[n] == ']'
}
