package corpus

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
)

// checkID returns an error for an id that other programs cannot read in a run or qrels file. Such an id
// holds white space of any script, which separates fields, or a NUL or byte order mark, at which readers
// cut or which they drop.
func checkID(noun, id, path string, line int) error {
	begin := strings.IndexFunc(id, isForbidden)
	if begin < 0 {
		return nil
	}
	bad, _ := utf8.DecodeRuneInString(id[begin:])
	return errs.BadInput(path, line, "write _ for it in the collection, the queries and the judgements alike: runs and qrels separate their "+
		"fields by white space", "the id %q of a %s holds %s", id, noun, characterName(bad))
}

// isForbidden reports whether a character may not occur in an id. Python, and so pytrec_eval, separates
// fields at the four information separators too.
func isForbidden(r rune) bool {
	return unicode.IsSpace(r) || r == 0 || r >= '\x1c' && r <= '\x1f' || r == '\ufeff'
}

// characterName returns the name of a forbidden character.
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
