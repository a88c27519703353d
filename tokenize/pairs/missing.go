package pairs

import (
	"slices"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/internal/markup"
)

// missingWords are the words for a missing value that pandas, Python, databases, JavaScript and spreadsheets in several languages write.
// The words of inBrackets mean a missing value only in brackets, such as [null].
var (
	missingWords = strings.Fields(`nan NaN <NA> None NULL null N/A n/a undefined \N 0000-00-00 #N/A #N/D #N/D! #NV #DIV/0! #REF! #VALUE! #NAME? ` +
		`#NUM! #NULL! #ARG! #WERT!`)
	inBrackets = strings.Fields("null none n/a brak empty blank missing leer vide vacío vazio vuoto")
)

// IsMissingWord reports whether an id or a label is a word for a missing value, in any case.
func IsMissingWord(text string) bool {
	return isOneOf(text, missingWords, strings.EqualFold) || isBracketed(text)
}

func isOneOf(text string, words []string, equal func(a, b string) bool) bool {
	return slices.ContainsFunc(words, func(word string) bool { return equal(text, word) })
}

func isBracketed(text string) bool {
	inner := strings.Trim(text, "()[]<>")
	return len(inner) == len(text)-2 && isOneOf(inner, inBrackets, strings.EqualFold)
}

// longestMarkup is the maximum number of bytes of a text that IsMissing looks for a word outside its markup.
const longestMarkup = 64

// IsMissing reports whether there is nothing to read in a text. Such a text has only white space and marks (IsMark). Or, without its
// markup, it is empty or a word for a missing value, with the capitals that tools write.
func IsMissing(text string) bool {
	if strings.IndexFunc(text, func(r rune) bool { return r != 0 && !IsSpace(r) && !IsMark(r) }) < 0 {
		return true
	}
	if len(text) > longestMarkup {
		return false
	}
	text = strings.TrimSpace(markup.Strip(text))
	return text == "" || slices.Contains(missingWords, text) || isBracketed(text)
}

// IsMark reports whether a character is punctuation of sentences. It is false for the signs of formulas and of code.
func IsMark(r rune) bool {
	if r < 0x80 {
		return strings.ContainsRune(".,;:!?-'\"()", r)
	}
	return unicode.In(r, unicode.Terminal_Punctuation, unicode.Dash, unicode.Quotation_Mark, unicode.Ps, unicode.Pe,
		unicode.Pi, unicode.Pf, unicode.Cf) ||
		r == '…' || r == '·' || r == '・'
}
