package corpus

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
)

// checkID refuses an id that no run or qrels file can hold for other programs: one with white space of any script, which separates their
// fields, or with a NUL or a byte order mark, which readers cut off or drop.
func checkID(noun, id, path string, line int) error {
	begin := strings.IndexFunc(id, isForbidden)
	if begin < 0 {
		return nil
	}
	bad, _ := utf8.DecodeRuneInString(id[begin:])
	return errs.BadInput(path, line, "write _ for it in the collection, the queries and the judgements alike: runs and qrels separate their "+
		"fields by white space", "the id %q of a %s holds %s", id, noun, characterName(bad))
}

// isForbidden reports whether no id may hold a character. Python, and pytrec_eval with it, separates fields also at the four
// information separators.
func isForbidden(r rune) bool {
	return unicode.IsSpace(r) || r == 0 || r >= '\x1c' && r <= '\x1f' || r == '\ufeff'
}

// characterName names a forbidden character.
func characterName(r rune) string {
	switch {
	case r == ' ':
		return "a space"
	case r == '\t':
		return "a tab"
	case r == 0:
		return "a NUL"
	case r == '\n', r == '\r':
		return "a line end"
	case r == '\ufeff':
		return "a byte order mark"
	}
	return "white space"
}
