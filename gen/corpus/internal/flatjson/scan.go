package flatjson

import (
	"bytes"
	"encoding/binary"
)

// Plain returns the number of bytes at the beginning of a part of a text in quotes that mean themselves. A line end means nothing there.
func Plain(part []byte) int {
	for _, c := range []byte{'"', '\\', '\n'} {
		if i := bytes.IndexByte(part, c); i >= 0 {
			part = part[:i]
		}
	}
	return len(part)
}

// isPlain reports whether a text in quotes has no escape and no control character.
func isPlain(text []byte) bool {
	const units = 0x0101010101010101
	bits := uint64(0) // the first bit of each byte that is below a space, or a backslash
	for ; len(text) >= 8; text = text[8:] {
		word := binary.LittleEndian.Uint64(text)
		slash := word ^ units*'\\'
		bits |= (word-units*' ')&^word | (slash-units)&^slash
	}
	for _, c := range text {
		if c < ' ' || c == '\\' {
			return false
		}
	}
	return bits&(units<<7) == 0
}

// Object returns the length of the object at the beginning of a line, or of a part of one: up to the bracket that closes its first. It
// returns 0 if the object does not end there, if its brackets do not match, or if it has more than so many values.
func Object(line []byte, most int) int {
	var open [maxDepth]byte
	depth := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case '"':
			n := endOfText(line[i+1:])
			if n == 0 {
				return 0
			}
			i += n
		case '{', '[':
			if most--; depth == maxDepth || most < 0 {
				return 0
			}
			open[depth] = c
			depth++
		case ',':
			if most--; most < 0 {
				return 0
			}
		case '}', ']':
			if depth--; depth < 0 || (open[depth] == '{') != (c == '}') {
				return 0
			}
			if depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// maxDepth is the number of brackets that are open at once in an object whose end Object finds.
const maxDepth = 16

// endOfText returns the number of bytes up to the quote that ends a text, with the quote; 0 if none does.
func endOfText(text []byte) int {
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			return 0
		}
		i += n + 1
		slashes := 0
		for slashes < i-1 && text[i-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
}
