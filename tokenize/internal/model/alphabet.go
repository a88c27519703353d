package model

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// alphabet holds the characters that represent the 256 bytes in a vocabulary. A byte that is a
// visible character of Latin-1 is that character; the others are the characters from U+0100 on, in
// order (bytes_to_unicode of GPT-2's encoder.py).
var alphabet = func() (a [256]rune) {
	next := rune(256)
	for b := range rune(256) {
		if '!' <= b && b <= '~' || '¡' <= b && b <= '¬' || '®' <= b && b <= 'ÿ' {
			a[b] = b
			continue
		}
		a[b] = next
		next++
	}
	return a
}()

// byteOf is the inverse of alphabet.
var byteOf = func() map[rune]byte {
	m := make(map[rune]byte, len(alphabet))
	for b, r := range alphabet {
		m[r] = byte(b)
	}
	return m
}()

// bytesOf returns the bytes that a piece of a vocabulary represents. ok is false where it has a
// character outside the alphabet.
func bytesOf(piece string) (raw string, ok bool) {
	var b strings.Builder
	for _, r := range piece {
		c, ok := byteOf[r]
		if !ok {
			return "", false
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

// DecodeBytes returns the text of a sequence of pieces as HF's ByteLevel decoder does: bytes by the
// alphabet, a piece with a character outside it unchanged, and U+FFFD for bytes that are not UTF-8.
func DecodeBytes(pieces []string) string {
	var b strings.Builder
	for _, piece := range pieces {
		if raw, ok := bytesOf(piece); ok {
			piece = raw
		}
		b.WriteString(piece)
	}
	return string([]rune(b.String())) // each byte that is not UTF-8 becomes U+FFFD
}

// DecodeCharacters returns the text of pieces in characters: the mark of a space is a space, and pieces of bytes are joined. Bytes that are
// no character become U+FFFD, one each. With prepended, the text's first mark is left out.
func DecodeCharacters(pieces []string, prepended bool) string {
	var b, bytes strings.Builder
	flush := func() {
		if text := bytes.String(); utf8.ValidString(text) {
			b.WriteString(text)
		} else {
			b.WriteString(strings.Repeat("\ufffd", len(text)))
		}
		bytes.Reset()
	}
	for i, piece := range pieces {
		if i == 0 && prepended {
			piece = strings.TrimPrefix(piece, Mark)
		}
		if len(piece) == len("<0x41>") && strings.HasPrefix(piece, "<0x") && piece[5] == '>' {
			if c, err := strconv.ParseUint(piece[3:5], 16, 8); err == nil {
				bytes.WriteByte(byte(c))
				continue
			}
		}
		flush()
		b.WriteString(strings.ReplaceAll(piece, Mark, " "))
	}
	flush()
	return b.String()
}
