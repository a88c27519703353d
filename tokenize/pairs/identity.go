package pairs

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// FoldCase returns the text as a model without case reads it: Fold of its compatibility form (NFKC) with case folded and without letters
// that nobody sees (isUnseen). Two queries, or two documents, of one folded text are the same to a trainer.
func FoldCase(text string) string {
	if isASCII(text) {
		return Fold(strings.ToLower(text))
	}
	text = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(text)))
	if strings.IndexFunc(text, isUnseen) >= 0 {
		text = norm.NFKC.String(strings.Map(func(r rune) rune {
			if isUnseen(r) {
				return -1
			}
			return r
		}, text))
	}
	return Fold(text)
}

// isUnseen reports whether a letter has no shape: control and format characters, such as the zero-width space, the soft hyphen and the byte
// order mark, and what else Unicode ignores by default. White space is none. BERT's tokenizer drops control and format characters too.
func isUnseen(r rune) bool {
	return !unicode.IsSpace(r) && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// isASCII reports whether a text has printable letters of ASCII and white space alone.
func isASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= 0x7f || c < ' ' && isUnseen(rune(c)) {
			return false
		}
	}
	return true
}
