package chars

import "unicode"

// IsWord reports whether a character belongs to words: \w of Rust's crate regex.
func IsWord(r rune) bool {
	switch CategoryOf(r) {
	case Lu, Ll, Lt, Lm, Lo, Mn, Mc, Me, Nd, Nl, Pc:
		return true
	}
	return r == '\u200c' || r == '\u200d' || r >= 0x80 && unicode.Is(unicode.Other_Alphabetic, r)
}

// IsNumeric reports whether a character is a number: is_numeric of Rust, by Unicode 17.
func IsNumeric(r rune) bool {
	switch CategoryOf(r) {
	case Nd, Nl, No:
		return true
	}
	return 0x11DE0 <= r && r <= 0x11DE9 || 0x16FF4 <= r && r <= 0x16FF6
}
