package celltext

import (
	"bytes"
	"cmp"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// longestWhole is the maximum length in bytes of a number that WholeSpelling changes, and of its result.
const longestWhole = 40

// WholeSpelling returns the digits of a whole number that is written as a float: 7067032.0 and 7.067032e6 both become 7067032. It returns
// any other text unchanged. Tools write integer ids as floats if an id is missing in the column.
func WholeSpelling(number string) string {
	if !strings.ContainsAny(number, ".eE") {
		return number
	}
	digits := strings.TrimPrefix(number, "-")
	whole, part, _ := strings.Cut(digits, ".")
	e := strings.IndexAny(digits, "eE")
	if whole == "" || !IsNumber([]byte(whole[:1])) || strings.Trim(digits, "0123456789.eE+-") != "" || len(digits) > longestWhole ||
		e < 0 && strings.Trim(part, "0") != "" || e >= 0 && len(strings.TrimLeft(digits[e+1:], "+-")) > 3 {
		return number
	}
	x, isNumber := new(big.Rat).SetString(number)
	if !isNumber || !x.IsInt() || len(x.Num().String()) > longestWhole {
		return number
	}
	return x.Num().String()
}

// IsWholeFloat reports whether a text is an integer followed by .0, the form of integer ids in a column of floats.
func IsWholeFloat(text string) bool {
	digits, ends := strings.CutSuffix(text, ".0")
	return ends && IsNumber([]byte(strings.TrimPrefix(digits, "-")))
}

// IsMissingID reports whether an id is empty or a word for a missing value.
func IsMissingID(id string) bool { return id == "" || pairs.IsMissingWord(id) }

// IsNumber reports whether a field is one or more digits.
func IsNumber(field []byte) bool {
	return len(field) > 0 && len(bytes.Trim(field, "0123456789")) == 0
}

// WithoutZeros returns an id without leading zeros that precede another digit.
func WithoutZeros(id string) string {
	for len(id) > 1 && id[0] == '0' && '0' <= id[1] && id[1] <= '9' {
		id = id[1:]
	}
	return id
}

// ForbiddenInID returns the name of the first character of an id that other programs cannot read in a run or qrels file, and "" if there is
// none. Such a character is white space of any script, which separates fields, or a NUL or byte order mark, which readers cut at or drop.
func ForbiddenInID(id string) string {
	begin := strings.IndexFunc(id, IsForbiddenInID)
	if begin < 0 {
		return ""
	}
	r, _ := utf8.DecodeRuneInString(id[begin:])
	return cmp.Or(forbiddenNames[r], "white space")
}

var forbiddenNames = map[rune]string{' ': "a space", '\t': "a tab", 0: "a NUL", '\n': "a line end", '\r': "a line end", '\ufeff': "a byte order mark"}

// IsForbiddenInID reports whether a character may not occur in an id. Python, and so pytrec_eval, separates
// fields at the four information separators too.
func IsForbiddenInID(r rune) bool {
	return unicode.IsSpace(r) || r == 0 || r >= '\x1c' && r <= '\x1f' || r == '\ufeff'
}
