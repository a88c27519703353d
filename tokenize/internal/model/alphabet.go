package model

import "strings"

// alphabet holds the characters that represent the 256 bytes in a vocabulary. A byte that is a visible character of Latin-1 is that
// character; the others are the characters from U+0100 on, in order (bytes_to_unicode of GPT-2's encoder.py).
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

// bytesOf returns the bytes that a piece of a vocabulary represents. ok is false if the piece has a character outside the alphabet.
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
