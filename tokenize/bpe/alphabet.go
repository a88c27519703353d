package bpe

import "strings"

// alphabet are the characters that stand for the 256 bytes in a vocabulary: a byte that is a visible character of Latin-1 stands for
// itself, and the others have those from U+0100 on, in their order (bytes_to_unicode of GPT-2's encoder.py).
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

// byteOf is alphabet the other way round.
var byteOf = func() map[rune]byte {
	m := make(map[rune]byte, len(alphabet))
	for b, r := range alphabet {
		m[r] = byte(b)
	}
	return m
}()

// bytesOf gives the bytes that a piece of a vocabulary stands for; ok is false where it has a character beyond the alphabet.
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

// Decode gives the text of pieces one behind the other as HF's ByteLevel decoder does: bytes by the alphabet, where a piece has a
// character beyond it the piece as it is, and U+FFFD for what is not UTF-8.
func Decode(pieces []string) string {
	var b strings.Builder
	for _, piece := range pieces {
		if raw, ok := bytesOf(piece); ok {
			piece = raw
		}
		b.WriteString(piece)
	}
	return string([]rune(b.String())) // each byte that is not UTF-8 becomes U+FFFD
}
