package celltext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ForbiddenInID returns the name of the first character of an id that other programs cannot read in a run or qrels file; "" if there is
// none. Such a character is white space of any script, which separates fields, or a NUL or byte order mark, at which readers cut or
// which they drop.
func ForbiddenInID(id string) string {
	begin := strings.IndexFunc(id, IsForbiddenInID)
	if begin < 0 {
		return ""
	}
	switch r, _ := utf8.DecodeRuneInString(id[begin:]); r {
	case ' ':
		return "a space"
	case '\t':
		return "a tab"
	case 0:
		return "a NUL"
	case '\n', '\r':
		return "a line end"
	case '\ufeff':
		return "a byte order mark"
	}
	return "white space"
}

// IsForbiddenInID reports whether a character may not occur in an id. Python, and so pytrec_eval, separates
// fields at the four information separators too.
func IsForbiddenInID(r rune) bool {
	return unicode.IsSpace(r) || r == 0 || r >= '\x1c' && r <= '\x1f' || r == '\ufeff'
}
