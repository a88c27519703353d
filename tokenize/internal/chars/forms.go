package chars

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// isLate reports whether HF's tables, of Unicode 9, do not know a character. There it is a character like any other: it does not move,
// join or change, and nothing joins over it. The difference was found by querying HF tokenizers 0.23.3 for every code point.
func isLate(r rune) bool { return r >= 0x500 && !unicode.Is(assigned9, r) }

// Form is a normal form of Unicode as HF's tables have it. Where Go's change nothing, the older tables change nothing either, since they
// join and move less.
type Form norm.Form

// The normal forms.
const (
	NFC  = Form(norm.NFC)
	NFD  = Form(norm.NFD)
	NFKC = Form(norm.NFKC)
	NFKD = Form(norm.NFKD)
)

// String returns a text in the form.
func (f Form) String(text string) string {
	form := norm.Form(f)
	if form.IsNormalString(text) {
		return text
	}
	var b strings.Builder
	start := 0
	for i, r := range text {
		if isLate(r) {
			b.WriteString(form.String(text[start:i]))
			start = i + utf8.RuneLen(r)
			b.WriteRune(r)
		}
	}
	b.WriteString(form.String(text[start:]))
	return b.String()
}

// StripAccents returns a text without combining marks.
func StripAccents(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x300 || r != '\u1cf2' && r != '\u1cf3' && !isCombining(r) {
			return r
		}
		return -1
	}, text)
}

// isCombining reports whether r is a mark of Unicode 9. SHARADA SUTRA MARK was punctuation then.
func isCombining(r rune) bool {
	return unicode.Is(unicode.M, r) && unicode.Is(assigned9, r) && r != '\U000111C9'
}

// Nmt does what SentencePiece's rules for machine translation do: control characters go, and other white space and characters without
// width become spaces.
func Nmt(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 1 <= r && r <= 8, r == 0x0B, 0x0E <= r && r <= 0x1F, r == 0x7F, r == 0x8F, r == 0x9F:
			return -1
		case r == 9, r == 0x0A, r == 0x0C, r == 0x0D, r == 0x1680, 0x200B <= r && r <= 0x200F, r == 0x2028, r == 0x2029, r == 0x2581,
			r == 0xFEFF, r == 0xFFFD:
			return ' '
		}
		return r
	}, text)
}
