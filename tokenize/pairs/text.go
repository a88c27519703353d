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
	folded := 0   // text[folded:i] is as Fold leaves it and not yet in the buffer
	space := true // a space before text[i] is there, or none is wanted
	for i := 0; i < len(text); i++ {
		for len(text)-i > 8 && isFolded(text[i:i+8], space) {
			i += 8
			space = text[i-1] == ' '
		}
		switch kind := asciiKind[text[i]]; {
		case kind == asciiWord:
			space = false
		case kind == notASCII:
			return xxhash.Sum64String(Fold(text)), buffer
		case text[i] == ' ' && !space:
			space = true
		default:
			buffer = append(buffer, text[folded:i]...)
			if !space {
				buffer = append(buffer, ' ')
			}
			space, folded = true, i+1
		}
	}
	if folded == 0 && (!space || text == "") {
		return xxhash.Sum64String(text), buffer
	}
	buffer = append(buffer, text[folded:]...)
	if space && len(buffer) > 0 {
		buffer = buffer[:len(buffer)-1]
	}
	return xxhash.Sum64(buffer), buffer
}

// isFolded says whether Fold leaves eight bytes behind a space, or not behind one, as they are: all are ASCII from the space
// on, and no two spaces are neighbours. It looks at all eight at once.
func isFolded(s string, space bool) bool {
	const tops = 0x8080808080808080 // of every byte
	_ = s[7]
	w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	if w&tops != 0 || (w+0x6060606060606060)&tops != tops { // 0x20 + 0x60 = 0x80
		return false
	}
	spaces := ^((w ^ 0x2020202020202020) + 0x7f7f7f7f7f7f7f7f) & tops
	before := spaces << 8
	if space {
		before |= 0x80
	}
	return spaces&before == 0
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
