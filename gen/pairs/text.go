package pairs

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/text/unicode/norm"
)

// IsSpace is white space as Python's str.isspace and rstrip see it, since the trainers that read the files are written in
// it: Unicode's, and the four separators of ASCII.
func IsSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r' || 0x1c <= r && r <= 0x1f
	}
	return unicode.IsSpace(r)
}

// Fold is what two texts must share to count as the same: NFC, with every stretch of white space as one space and none at
// the ends.
func Fold(text string) string {
	return strings.Join(strings.FieldsFunc(norm.NFC.String(text), IsSpace), " ")
}

// FoldHash is the 64-bit hash of Fold(text), for ASCII without making it; buffer is reused.
func FoldHash(text string, buffer []byte) (uint64, []byte) {
	buffer = buffer[:0]
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && asciiKind[text[i]] == asciiWord {
			i++
		}
		if start < i {
			if len(buffer) > 0 {
				buffer = append(buffer, ' ')
			}
			buffer = append(buffer, text[start:i]...)
		}
		for i < len(text) && asciiKind[text[i]] == asciiSpace {
			i++
		}
		if i < len(text) && asciiKind[text[i]] == notASCII {
			return xxhash.Sum64String(Fold(text)), buffer
		}
	}
	return xxhash.Sum64(buffer), buffer
}

const (
	notASCII = iota
	asciiWord
	asciiSpace
)

var asciiKind = func() (kind [256]uint8) {
	for r := range rune(utf8.RuneSelf) {
		kind[r] = asciiWord
		if IsSpace(r) {
			kind[r] = asciiSpace
		}
	}
	return kind
}()
