package plainfile

import (
	"bytes"

	"golang.org/x/text/encoding/unicode"
)

// DecodeUTF16 converts the content to UTF-8 if it is a text in UTF-16, without its byte order mark. It reports whether it did.
func (f *File) DecodeUTF16() bool {
	order, ok := utf16Order(f.Begin)
	if ok {
		f.content = unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(f.content)
	}
	return ok
}

// utf16Order returns the byte order of a text in UTF-16; ok is false for another. It detects a byte order mark, or NUL in
// most bytes of one parity and in none of the other: most letters, spaces and line ends of a text are
// ASCII.
func utf16Order(begin []byte) (order unicode.Endianness, ok bool) {
	switch {
	case bytes.HasPrefix(begin, []byte("\xff\xfe")):
		return unicode.LittleEndian, true
	case bytes.HasPrefix(begin, []byte("\xfe\xff")):
		return unicode.BigEndian, true
	}
	var nul [2]int
	for i, b := range begin {
		if b == 0 {
			nul[i%2]++
		}
	}
	const least = 4 // of eight letters
	switch half := len(begin) / 2; {
	case len(begin) < 4:
	case nul[0] == 0 && nul[1] >= min(least, half) && nul[1]*2 > half:
		return unicode.LittleEndian, true
	case nul[1] == 0 && nul[0] >= min(least, half) && nul[0]*2 > half:
		return unicode.BigEndian, true
	}
	return order, false
}
