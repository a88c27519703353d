package prose

import (
	"unicode"
	"unicode/utf8"
)

// kind is what a character is to Read.
type kind uint8

const (
	otherwise kind = iota
	inWord         // a letter or digit
	blank          // white space
	lineEnd        // the end of a line or sentence
	stop           // a full stop, question or exclamation mark: the end of a sentence where another may begin
	bracket        // an opening square bracket
	notASCII       // part of a character that is one of them
)

// kinds are those of ASCII, by byte.
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

// kindOf is the kind of a text's first character, with its bytes.
func kindOf(text string) (k kind, width int) {
	r, width := utf8.DecodeRuneInString(text)
	return kindOfRune(r), width
}

// cites says whether an opening square bracket makes a citation with the text behind it: digits, then a closing one.
func cites(rest string) bool {
	n := 0
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	return n > 0 && n < len(rest) && rest[n] == ']'
}
