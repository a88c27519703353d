package read

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// longestEntity is the size of the longest name of an HTML entity, with its & and ;.
const longestEntity = len("&CounterClockwiseContourIntegral;")

// decodeEntity decodes the entity at the beginning of text, which is a &. It returns its letters and its
// size in text. An unknown entity is returned unchanged, with ok false. If text begins with no entity, the
// letters are "&".
func decodeEntity(text []byte) (letters string, size int, ok bool) {
	end := bytes.IndexByte(text[:min(len(text), longestEntity)], ';')
	if end < 2 {
		return "&", 1, true
	}
	name, whole := text[1:end], string(text[:end+1])
	if name[0] == '#' {
		letters, ok = numberedLetters(string(name[1:]))
	} else {
		for i, c := range name {
			isLetter := 'a' <= c|0x20 && c|0x20 <= 'z'
			if !isLetter && (i == 0 || c < '0' || c > '9') {
				return "&", 1, true
			}
		}
		letters, ok = namedLetters(whole)
	}
	if !ok {
		letters = whole
	}
	return letters, end + 1, ok
}

// numberedLetters returns the character of a numeric entity. Numbers from 128 to 159 are codes of
// windows-1252, as in HTML.
func numberedLetters(digits string) (string, bool) {
	base := 10
	if digits != "" && digits[0]|0x20 == 'x' {
		digits, base = digits[1:], 16
	}
	code, err := strconv.ParseUint(digits, base, 32)
	switch {
	case err != nil || code == 0 || code > utf8.MaxRune || !utf8.ValidRune(rune(code)):
		return "", false
	case 0x80 <= code && code < 0xa0:
		return string(charmap.Windows1252.DecodeByte(byte(code))), true
	}
	return string(rune(code)), true
}

// namedLetters returns the letters of a named HTML entity; names are case-sensitive. hyph occurs on the
// TREC disks only.
func namedLetters(entity string) (string, bool) {
	if entity == "&hyph;" {
		return "-", true
	}
	letters := html.UnescapeString(entity)
	// HTML may decode the beginning of an unknown name: &notit; becomes ¬it; there.
	if strings.HasSuffix(letters, ";") && entity != "&semi;" {
		return "", false
	}
	return letters, true
}
