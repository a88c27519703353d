package corpus

import (
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/lazy"
)

// RepairMojibake returns a text with the parts repaired that are UTF-8 once read as Latin-1. Such a part is 4, 3 or 2 code points
// U+0080..U+00FF whose Latin-1 bytes are the UTF-8 of one character. This character replaces them. One scan is enough: the first byte of a
// part determines its length, and parts do not overlap.
func RepairMojibake(text string) string {
	var out strings.Builder
	end := 0
	for i := 0; ; {
		next := strings.IndexByte(text[i:], firstLead)
		if next < 0 {
			break
		}
		i += next
		r, size := misreadRune(text[i:])
		if size > 0 {
			out.WriteString(text[end:i])
			out.WriteRune(r)
			end = i + size
		}
		i += max(size, 1)
	}
	if end == 0 {
		return text
	}
	out.WriteString(text[end:])
	return out.String()
}

// IsMisread reports whether a text was once read in a wrong encoding. It holds UTF-8 that was read as Latin-1 or Windows-1252, or a
// superscript inside a word, as in wiert³o, which was a letter of Windows-1250 or ISO 8859-2.
func IsMisread(text string) bool {
	return strings.Contains(text, "â€") || len(RepairMojibake(text)) != len(text) ||
		(strings.Contains(text, "³") || strings.Contains(text, "¹")) && wordWithSuperscript().MatchString(text)
}

var wordWithSuperscript = lazy.Regexp(`\p{Ll}{2}[³¹]\p{Ll}`)

// firstLead is the first byte of the UTF-8 of U+00C0..U+00FF. Every lead byte of a sequence of several
// bytes, read as Latin-1, is one of these characters.
const firstLead = 0xc3

// misreadRune returns the character whose UTF-8 bytes are the Latin-1 characters at the beginning of text, which have two bytes each. size
// is the number of their bytes in text, and 0 if there is no such character.
func misreadRune(text string) (r rune, size int) {
	var raw [utf8.UTFMax]byte
	n := 0
	for n < len(raw) && 2*n+1 < len(text) {
		lead, next := text[2*n], text[2*n+1]
		if lead != 0xc2 && lead != 0xc3 {
			break
		}
		raw[n] = lead<<6 | next&0x3f
		n++
	}
	r, width := utf8.DecodeRune(raw[:n])
	if width < 2 {
		return 0, 0
	}
	return r, 2 * width
}
