package pipeline

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/internal/regex"
)

// delimiter returns the size of the match that a text begins with (isMatch is true), or of the text before the first match.
type delimiter func(text string, w *regex.Work) (size int, isMatch bool)

// characters returns the delimiter of single characters.
func characters(is func(rune) bool) delimiter {
	return func(text string, _ *regex.Work) (int, bool) {
		r, size := utf8.DecodeRuneInString(text)
		if is(r) {
			return size, true
		}
		if i := strings.IndexFunc(text, is); i >= 0 {
			return i, false
		}
		return len(text), false
	}
}

// joins tells by the name of a behavior which parts are joined: by whether the last part is a match, and whether the next one is.
var joins = map[string][2][2]bool{"Removed": {}, "Isolated": {}, "MergedWithPrevious": {{false, true}, {}},
	"MergedWithNext": {{}, {true, false}}, "Contiguous": {{true, false}, {false, true}}}

// behave returns what cuts by a delimiter, by the name of a behavior.
func behave(behavior string, next delimiter) (func(text string, w *regex.Work) (int, bool), error) {
	isJoined, ok := joins[behavior]
	if !ok {
		return nil, fmt.Errorf("the behavior %q is not read", behavior)
	}
	numbered := func(text string, w *regex.Work) (size, isMatch int) {
		size, is := next(text, w)
		if is {
			return size, 1
		}
		return size, 0
	}
	return func(text string, w *regex.Work) (int, bool) {
		size, isMatch := numbered(text, w)
		for last := isMatch; size < len(text) && isJoined[last] != [2]bool{}; {
			more, isNext := numbered(text[size:], w)
			if !isJoined[last][isNext] {
				break
			}
			size, last = size+more, isNext
		}
		return size, behavior != "Removed" || isMatch == 0
	}, nil
}
