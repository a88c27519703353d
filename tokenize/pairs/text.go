package pairs

import (
	"bytes"
	"encoding/binary"
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// IsSpace reports whether r is white space for Python's str.isspace and rstrip, since the trainers
// that read the files are written in Python: Unicode's white space, and the four separators of
// ASCII.
func IsSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r' || 0x1c <= r && r <= 0x1f
	}
	return unicode.IsSpace(r)
}

// FoldHash returns the 64-bit hash of FoldCase(text); buffer is reused.
func FoldHash(text string, buffer []byte) (uint64, []byte) {
	buffer = AppendFolded(buffer[:0], text)
	return xxhash.Sum64(buffer), buffer
}

// AppendFolded appends FoldCase(text) to an empty buffer. No step of the folding crosses white
// space of ASCII, so each word that is not ASCII is folded by itself.
func AppendFolded(buffer []byte, text string) []byte {
	space := true // the buffer is empty or ends in a space
	for i := 0; i < len(text); i++ {
		for len(text)-i >= 8 {
			w, plain := lowerEight(text[i:i+8], space)
			if !plain {
				break
			}
			buffer = binary.LittleEndian.AppendUint64(buffer, w)
			i += 8
			space = text[i-1] == ' '
		}
		if i == len(text) {
			break
		}
		switch c := asciiFolds[text[i]]; {
		case c == 0:
			begin, end := wordAround(text, i)
			buffer = appendWord(buffer[:len(buffer)-(i-begin)], text[begin:end])
			space, i = isAtSpace(buffer), end-1
		case c != ' ':
			buffer, space = append(buffer, c), false
		case !space:
			buffer, space = append(buffer, ' '), true
		}
	}
	return bytes.TrimSuffix(buffer, []byte(" "))
}

// isAtSpace reports whether a text is empty or ends in a space.
func isAtSpace(text []byte) bool { return len(text) == 0 || text[len(text)-1] == ' ' }

// wordAround returns where the stretch without white space of ASCII that holds text[i] begins and
// ends.
func wordAround(text string, i int) (begin, end int) {
	for begin = i; begin > 0 && asciiFolds[text[begin-1]] != ' '; {
		begin--
	}
	for end = i + 1; end < len(text) && asciiFolds[text[end]] != ' '; {
		end++
	}
	return begin, end
}

// lowerEight returns eight bytes, the first one lowest, in lower case. It returns false unless
// FoldCase only lower-cases them, after a space or not: all are visible letters of ASCII, or a
// space, and no two spaces are neighbours. It tests all eight bytes at once.
func lowerEight(s string, space bool) (lower uint64, plain bool) {
	const tops, unit = 0x8080808080808080, 0x0101010101010101 // of every byte
	_ = s[7]
	w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	if w&tops != 0 || (w+unit)&tops != 0 || (w+unit*0x60)&tops != tops { // 0x7f + 1 = 0x80, 0x20 + 0x60 = 0x80
		return 0, false
	}
	spaces := ^((w ^ unit*' ') + unit*0x7f) & tops
	previous := spaces << 8
	if space {
		previous |= 0x80
	}
	capitals := (w + unit*(0x80-'A')) &^ (w + unit*(0x80-'Z'-1)) & tops
	return w | capitals>>2, spaces&previous == 0 // 0x80 >> 2 = 'a' - 'A'
}

// asciiFolds has, for each byte, its lower case, a space for white space, or 0 where FoldCase has
// to read the whole text.
var asciiFolds = func() (fold [256]byte) {
	for r := range rune(utf8.RuneSelf) {
		switch {
		case isUnseen(r):
		case IsSpace(r):
			fold[r] = ' '
		default:
			fold[r] = byte(unicode.ToLower(r))
		}
	}
	return fold
}()
