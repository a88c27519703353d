package chars

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// isLate reports whether a character is not in HF's tables, which are of Unicode 9. HF does not move, join or change such a character, and
// joins nothing across it. The difference was found by querying HF tokenizers 0.23.3 for every code point.
func isLate(r rune) bool { return r >= 0x500 && !unicode.Is(assigned9, r) }

// Form is a normal form of Unicode by HF's tables. If Go's newer tables change nothing in a text, HF's change nothing either.
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

// Nmt applies SentencePiece's rules for machine translation. They remove control characters, and replace white space and characters
// without width by spaces.
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
