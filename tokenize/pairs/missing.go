package pairs

import (
	"slices"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/internal/markup"
)

// missingTexts lists the words that pandas, Python, databases, spreadsheets and JavaScript write for a missing text.
var missingTexts = []string{"nan", "NaN", "<NA>", "None", "NULL", "null", "N/A", "n/a", "#N/A", "undefined"}

// longestMarkup is the maximum number of bytes of a text that IsMissing looks for a word outside its markup.
const longestMarkup = 64

// IsMissing reports whether there is nothing to read in a text: it has white space and marks (IsMark) alone, or without its markup it is
// empty or one of missingTexts.
func IsMissing(text string) bool {
	if strings.IndexFunc(text, func(r rune) bool { return r != 0 && !IsSpace(r) && !IsMark(r) }) < 0 {
		return true
	}
	if len(text) > longestMarkup {
		return false
	}
	text = strings.TrimSpace(markup.Strip(text))
	return text == "" || slices.Contains(missingTexts, text)
}

// IsMark reports whether a character is punctuation of sentences. Signs of formulas and of code are none.
func IsMark(r rune) bool {
	if r < 0x80 {
		return strings.ContainsRune(".,;:!?-'\"()", r)
	}
	return unicode.In(r, unicode.Terminal_Punctuation, unicode.Dash, unicode.Quotation_Mark, unicode.Ps, unicode.Pe,
		unicode.Pi, unicode.Pf, unicode.Cf) ||
		r == '…' || r == '·' || r == '・'
}
