package bpe

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// class is the kind of a character in the patterns.
type class uint8

const (
	other  class = iota
	letter       // \p{L}
	number       // \p{N}
	space        // \s, which is White_Space
)

// late are letters and numbers of Unicode 16, which HF's regular expressions know and Go's tables
// of Unicode 15 do not. They were found by querying HF tokenizers 0.23.3 for every code point.
var late = []struct {
	low, high rune
	class     class
}{
	{0x1C89, 0x1C8A, letter}, {0xA7CB, 0xA7CD, letter}, {0xA7DA, 0xA7DC, letter}, {0x105C0, 0x105F3, letter},
	{0x10D40, 0x10D49, number}, {0x10D4A, 0x10D65, letter}, {0x10D6F, 0x10D85, letter}, {0x10EC2, 0x10EC4, letter},
	{0x11380, 0x11389, letter}, {0x1138B, 0x1138B, letter}, {0x1138E, 0x1138E, letter}, {0x11390, 0x113B5, letter},
	{0x113B7, 0x113B7, letter}, {0x113D1, 0x113D1, letter}, {0x113D3, 0x113D3, letter}, {0x116D0, 0x116E3, number},
	{0x11BC0, 0x11BE0, letter}, {0x11BF0, 0x11BF9, number}, {0x13460, 0x143FA, letter}, {0x16100, 0x1611D, letter},
	{0x16130, 0x16139, number}, {0x16D40, 0x16D6C, letter}, {0x16D70, 0x16D79, number}, {0x18CFF, 0x18CFF, letter},
	{0x1CCF0, 0x1CCF9, number}, {0x1E5D0, 0x1E5ED, letter}, {0x1E5F0, 0x1E5F0, letter}, {0x1E5F1, 0x1E5FA, number},
	{0x2EBF0, 0x2EE5D, letter},
}

// classify returns the class of a character from the tables.
func classify(r rune) class {
	switch {
	case unicode.IsLetter(r):
		return letter
	case unicode.IsNumber(r):
		return number
	case unicode.IsSpace(r):
		return space
	}
	for _, s := range late {
		if s.low <= r && r <= s.high {
			return s.class
		}
	}
	return other
}

// ascii and plane are the classes of the frequent characters.
var (
	ascii = func() (c [utf8.RuneSelf]class) {
		for r := range c {
			c[r] = classify(rune(r))
		}
		return c
	}()
	plane = sync.OnceValue(func() *[1 << 16]class { // the Basic Multilingual Plane; 3 ms
		c := new([1 << 16]class)
		for r := range c {
			c[r] = classify(rune(r))
		}
		return c
	})
)

// classAt returns the class and the size in bytes of the first character of a text that is not
// empty.
func classAt(text string) (class, int) {
	if text[0] < utf8.RuneSelf {
		return ascii[text[0]], 1
	}
	r, size := utf8.DecodeRuneInString(text)
	if r < 1<<16 {
		return plane()[r], size
	}
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
