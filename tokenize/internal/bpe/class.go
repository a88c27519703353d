package bpe

import (
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/internal/chars"
)

// class is the kind of a character in the patterns.
type class uint8

const (
	other  class = iota
	letter       // \p{L}
	number       // \p{N}
	space        // \s, which is White_Space
)

// classes are the classes of the categories.
var classes = [...]class{chars.Lu: letter, chars.Ll: letter, chars.Lt: letter, chars.Lm: letter, chars.Lo: letter,
	chars.Nd: number, chars.Nl: number, chars.No: number, chars.Co: other}

// classify returns the class of a character.
func classify(r rune) class {
	if c := classes[chars.CategoryOf(r)]; c != other || !unicode.IsSpace(r) {
		return c
	}
	return space
}

// ascii are the classes of the most frequent characters.
var ascii = func() (c [utf8.RuneSelf]class) {
	for r := range c {
		c[r] = classify(rune(r))
	}
	return c
}()

// classAt returns the class and the size in bytes of the first character of a text that is not
// empty.
func classAt(text string) (class, int) {
	if text[0] < utf8.RuneSelf {
		return ascii[text[0]], 1
	}
	r, size := utf8.DecodeRuneInString(text)
	return classify(r), size
}

// runSize returns the size of the characters of one class that text begins with.
func runSize(text string, want class) (size int) {
	for size < len(text) {
		c, n := classAt(text[size:])
		if c != want {
			break
		}
		size += n
	}
	return size
}
