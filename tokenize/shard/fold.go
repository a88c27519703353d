package shard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/text/unicode/norm"
)

// isSpace is white space as Python's str.isspace and rstrip see it, since the trainers that read the files are written in
// it: Unicode's, and the four separators of ASCII.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r' || 0x1c <= r && r <= 0x1f
	}
	return unicode.IsSpace(r)
}

// fold is what two texts must share to count as the same: NFC, with every stretch of white space as one space and none at
// the ends.
func fold(text string) string {
	return strings.Join(strings.FieldsFunc(norm.NFC.String(text), isSpace), " ")
}

// foldHash is the hash of fold(text), for ASCII without making it; buffer is reused.
func foldHash(text string, buffer []byte) (uint64, []byte) {
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
			return xxhash.Sum64String(fold(text)), buffer
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
		if isSpace(r) {
			kind[r] = asciiSpace
		}
	}
	return kind
}()

// breaks are the characters that would end a field or a line of a TSV file, or the reading of it.
const breaks = "\t\r\n\x00"

var unbreak = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", "\x00", " ")

// field makes a text fit for TSV: each of the breaks is one space, and the end has no white space, which readers that
// strip the line would take away.
func field(text string) string { return strings.TrimRightFunc(unbreak.Replace(text), isSpace) }

// isBlank says whether field(text) is empty.
func isBlank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r != 0 && !isSpace(r) }) < 0
}
